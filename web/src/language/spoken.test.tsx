import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { PageHead } from "../parts/basics";
import GERMAN from "./de";
import { Languages, LanguageSwitch } from "./choice";
import { sayer } from "./saying";
import { speak } from "./spoken";

afterEach(() => {
  cleanup();
  speak(null);
  localStorage.clear();
});

function Page({ seats, who }: { seats: number; who: string }) {
  return (
    <main aria-label="Pages">
      <p data-testid="seats">{seats} seats</p>
      <p data-testid="against">
        against {who} <b>Play</b>
      </p>
      <p data-testid="theirs" translate="no">
        Play
      </p>
      <p data-testid="list">
        <b>Pig</b>: roll on or bank: a race with one die.
      </p>
      <code>Play</code>
      <input placeholder="Say something" aria-label="Message" />
    </main>
  );
}

describe("what elements show", () => {
  it("is English unless another language is spoken", () => {
    render(<Page seats={2} who="Elm" />);
    expect(screen.getByTestId("seats")).toHaveTextContent("2 seats");
  });

  it("is said in the language that is spoken, with what stands side by side as one", () => {
    speak({ language: "de", said: sayer(GERMAN, "und") });
    render(<Page seats={2} who="Elm" />);
    expect(screen.getByTestId("seats")).toHaveTextContent("2 Plätze");
    expect(screen.getByTestId("against")).toHaveTextContent("gegen Elm Spielen");
    expect(screen.getByTestId("theirs")).toHaveTextContent("Play");
    expect(screen.getByTestId("list")).toHaveTextContent("Pig: weiterwürfeln oder sichern: ein Rennen mit einem Würfel.");
    expect(screen.getByText("Play", { selector: "code" })).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Nachricht" })).toHaveAttribute("placeholder", "Sagen Sie etwas");
    expect(screen.getByRole("main", { name: "Seiten" })).toBeInTheDocument();
  });
});

describe("a page's headline", () => {
  it("is left alone where somebody has written it", () => {
    speak({ language: "de", said: sayer(GERMAN, "und") });
    render(<PageHead title="Play or Settings" />);
    expect(screen.getByRole("heading")).not.toHaveTextContent("Play or Settings");
    cleanup();
    render(<PageHead title="Play or Settings" verbatim />);
    expect(screen.getByRole("heading")).toHaveTextContent("Play or Settings");
    expect(document.title).toBe("Play or Settings · Ludarium");
  });
});

describe("the switch of languages", () => {
  it("changes the language of everything, and keeps the choice", async () => {
    const page = () => (
      <Languages>
        {() => (
          <>
            <LanguageSwitch />
            <Page seats={3} who="Elm" />
          </>
        )}
      </Languages>
    );
    render(page());
    expect(await screen.findByTestId("seats")).toHaveTextContent("3 seats");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "half a li");
    await userEvent.click(screen.getByRole("button", { name: "Deutsch" }));
    expect(await screen.findByText("3 Plätze")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Deutsch" })).toHaveAttribute("aria-pressed", "true");
    expect(document.documentElement.lang).toBe("de");
    expect(screen.getByRole("textbox", { name: "Nachricht" })).toHaveValue("half a li");
    cleanup();
    speak(null);
    render(page());
    expect(await screen.findByText("3 Plätze")).toBeInTheDocument();
  });
});
