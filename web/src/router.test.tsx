import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fit, go, Link, usePlace } from "./router";

function Shown() {
  const { path, query } = usePlace();
  return (
    <>
      <p>
        {path} {query.get("at")}
      </p>
      <Link to="/lobby">Lobby</Link>
    </>
  );
}
beforeEach(() => history.replaceState(null, "", "/"));

describe("addresses", () => {
  it("fit their patterns, with the names decoded", () => {
    expect(fit("/games/:name", "/games/5x5%20drop%20line-4")).toEqual({ name: "5x5 drop line-4" });
    expect(fit("/games/:name", "/games")).toBeNull();
    expect(fit("/", "/")).toEqual({});
    expect(fit("/games/:name", "/games/%E0%A4%A")).toBeNull();
  });
  it("change the page without loading it", () => {
    render(<Shown />);
    fireEvent.click(screen.getByRole("link"));
    expect(screen.getByText("/lobby")).toBeInTheDocument();
    // With the control key the browser opens a new tab: the event is left to it.
    const event = createEvent.click(screen.getByRole("link"), { ctrlKey: true });
    const stop = (click: Event) => {
      expect(click.defaultPrevented).toBe(false);
      click.preventDefault();
    };
    window.addEventListener("click", stop, { once: true });
    fireEvent(screen.getByRole("link"), event);
  });
  it("carry what was chosen", async () => {
    render(<Shown />);
    go("/match/t?at=7");
    expect(await screen.findByText("/match/t 7")).toBeInTheDocument();
  });
});
