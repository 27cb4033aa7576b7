import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Attention } from "./attention";
import { canonical, faultOf, visible } from "./checking";
import { answered, Drafts, emptyDraft, replaced } from "./drafts";
import { grouped } from "./form";
import { Markdown } from "./markdown";
import { QuestionField } from "./questions";
import { sayIn, TABLES, Words } from "./texts";
import { Tracer } from "./trace";
import type { Answer, Question, TracePiece } from "./types";

const say = sayIn("en");

function question(kind: Question["kind"], more: Partial<Question> = {}): Question {
  return {
    key: "q", kind, text: "What?", help: "", required: true, options: [], to: [], neutral: "", low: "", high: "", whole: false, unit: "", lines: 1,
    ...more,
  }; // prettier-ignore
}

const ABC = ["a", "b", "c"].map((value) => ({ value, text: value.toUpperCase(), picture: "" }));

/** A question with a memory; `seen` gets every answer. */
function Asked({ of, seen, fault = null }: { of: Question; seen(value: Answer): void; fault?: string | null }) {
  const [value, setValue] = useState<Answer | undefined>(undefined);
  const change = (next: Answer) => {
    setValue(next);
    seen(next);
  };
  const about = {
    table: "t", you: 0, names: { "0": "Elm", "1": "Oak" },
    moves: [{ ply: 0, seat: 0, text: "a1" }, { ply: 1, seat: 1, text: "b2" }, { ply: 2, seat: 1, text: "c3" }],
  }; // prettier-ignore
  const game = { about, sides: [], words: () => null, onShow: null, shown: null };
  return <QuestionField question={of} value={value} onChange={change} fault={fault} game={game} />;
}

describe("texts", () => {
  it("say the same in every language, with the same fills", () => {
    const { en, ...others } = TABLES;
    const fills = (text: string | undefined) => (text ?? "").match(/\{\w+\}/g)?.sort() ?? [];
    for (const table of Object.values(others)) {
      expect(Object.keys(table).sort()).toEqual(Object.keys(en ?? {}).sort());
      for (const [key, text] of Object.entries(table)) {
        expect(text).not.toBe("");
        expect([key, fills(text)]).toEqual([key, fills(en?.[key as keyof typeof en])]);
      }
    }
  });

  it("fall back to English", () => {
    expect(sayIn("fr")("goOn")).toBe("Continue");
    expect(sayIn("de-AT")("gameOf", { number: 2, games: 5 })).toBe("Partie 2 von 5");
  });
});

describe("questions", () => {
  it("of one choice offer the neutral option as an empty text", async () => {
    const seen = vi.fn();
    render(<Asked of={question("choice", { options: ABC, neutral: "can't tell" })} seen={seen} />);
    await userEvent.click(screen.getByRole("radio", { name: "B" }));
    await userEvent.click(screen.getByRole("radio", { name: "can't tell" }));
    expect(seen.mock.calls).toEqual([["b"], [""]]);
  });

  it("of a scale are moved through by the arrow keys, their ends named", async () => {
    const seen = vi.fn();
    render(<Asked of={question("scale", { points: 3, low: "bad", high: "good" })} seen={seen} />);
    await userEvent.click(screen.getByRole("radio", { name: "1 of 3: bad" }));
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(seen).toHaveBeenLastCalledWith(3);
    expect(screen.getByRole("radio", { name: "3 of 3: good" })).toBeChecked();
  });

  it("of several choices keep the plan's order, and none is an answer", async () => {
    const seen = vi.fn();
    render(<Asked of={question("choices", { options: ABC, least: 0, most: 3 })} seen={seen} />);
    await userEvent.click(screen.getByRole("checkbox", { name: "C" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "A" }));
    expect(seen).toHaveBeenLastCalledWith(["a", "c"]);
    await userEvent.click(screen.getByRole("checkbox", { name: "none of these" }));
    expect(seen).toHaveBeenLastCalledWith([]);
  });

  it("of matching need every line", async () => {
    const seen = vi.fn();
    const of = question("matching", { options: ABC.slice(0, 2), to: [{ value: "x", text: "ex", picture: "" }] });
    render(<Asked of={of} seen={seen} />);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "A" }), "ex");
    expect(seen).toHaveBeenLastCalledWith({ a: "x" });
    expect(faultOf(of, { a: "x" }, say)).toMatch(/every line/);
    expect(faultOf(of, { a: "x", b: "x" }, say)).toBeNull();
  });

  it("of ranking are put in order by keys, or said to be right", async () => {
    const seen = vi.fn();
    render(<Asked of={question("ranking", { options: ABC })} seen={seen} />);
    screen.getByRole("button", { name: "Move B up" }).focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(seen).toHaveBeenLastCalledWith(["b", "a", "c"]);
    expect(screen.getByRole("checkbox", { name: /right as it is/ })).toBeChecked();
    expect(faultOf(question("ranking"), null, say)).not.toBeNull();
  });

  it("of moves offer those of the opponent alone, and no more than allowed", async () => {
    const seen = vi.fn();
    render(<Asked of={question("moves", { seat: 1, most: 1 })} seen={seen} />);
    const list = within(screen.getByRole("list"));
    expect(list.getAllByRole("checkbox")).toHaveLength(2);
    await userEvent.click(list.getByRole("checkbox", { name: /c3/ }));
    expect(seen).toHaveBeenLastCalledWith([2]);
    expect(list.getByRole("checkbox", { name: /b2/ })).toBeDisabled();
  });

  it("read numbers as people write them", () => {
    const of = question("number", { least: 1, most: 9, whole: false });
    expect(canonical(of, "2,5")).toBe(2.5);
    expect(canonical(of, " ")).toBeNull();
    expect(faultOf(of, "two", say)).toMatch(/a number/);
    expect(faultOf({ ...of, whole: true }, "2.5", say)).toMatch(/whole/);
    expect(faultOf(of, "0", say)).toBe("At least 1.");
    expect(faultOf(of, "10", say)).toBe("At most 9.");
    expect(faultOf(of, "9", say)).toBeNull();
  });

  it("tie what is wrong to the field", () => {
    render(<Asked of={question("open", { help: "In a word." })} seen={vi.fn()} fault="Please." />);
    const field = screen.getByRole("textbox", { name: "What?" });
    expect(field).toHaveAccessibleDescription("In a word. Please.");
    expect(field).toBeInvalid();
  });

  it("speak the page's language", () => {
    render(
      <Words.Provider value={sayIn("de")}>
        <Asked of={question("open", { required: false })} seen={vi.fn()} />
      </Words.Provider>,
    );
    expect(screen.getByText(/freiwillig/)).toBeInTheDocument();
  });

  it("are shown by the answers of others, hidden with them, and grouped by opponent", () => {
    const judgement = question("choice", { key: "j.1", seat: 1, options: ABC });
    const sure = question("scale", { key: "s.1", seat: 1, show_if: { key: "j.1", value: "", unless: true } });
    const why = question("open", { key: "w", show_if: { key: "s.1", value: "3", unless: false } });
    const all = [judgement, sure, why];
    const keys = (answers: Record<string, Answer>) => visible(all, answers).map((one) => one.key);
    expect(keys({})).toEqual(["j.1"]);
    expect(keys({ "j.1": "" })).toEqual(["j.1"]);
    expect(keys({ "j.1": "a", "s.1": 3 })).toEqual(["j.1", "s.1", "w"]);
    expect(keys({ "j.1": "", "s.1": 3 })).toEqual(["j.1"]);
    expect(grouped(all).map((group) => group.questions.length)).toEqual([2, 1]);
  });
});

describe("drafts", () => {
  it("are kept by page and attempt, and survive rubbish", () => {
    const drafts = new Drafts("s", "p");
    const draft = answered(emptyDraft(1000), "q", "half a sentence", 3500);
    drafts.save(3, 0, draft);
    expect(new Drafts("s", "p").load(3, 0)).toEqual(draft);
    expect(draft.seconds).toEqual({ q: 2.5 });
    expect(drafts.load(3, 1)).toBeNull();
    expect(new Drafts("s", "somebody else").load(3, 0)).toBeNull();
    drafts.clear(3, 0);
    expect(drafts.load(3, 0)).toBeNull();
    sessionStorage.setItem("ludarium study s p 3.0", '{"answers": 1}');
    expect(drafts.load(3, 0)).toBeNull();
  });

  it("note what stood there before, once", () => {
    const first = answered(emptyDraft(0), "q", "a", 1);
    expect(replaced(first, "q", undefined).changes).toEqual({});
    const second = replaced(answered(first, "q", "b", 2), "q", "a");
    expect(second.changes).toEqual({ q: ["a"] });
    expect(replaced(second, "q", "b").changes).toEqual({ q: ["a"] });
  });
});

describe("attention", () => {
  it("counts long pauses, and hidden time apart", () => {
    let now = 0;
    const attention = new Attention({ hidden: 1, idle: 2 }, () => now);
    const stop = attention.start();
    const at = (second: number, kind: string) => {
      now = second;
      if (kind === "hidden" || kind === "visible") {
        vi.spyOn(document, "visibilityState", "get").mockReturnValue(kind);
        document.dispatchEvent(new Event("visibilitychange"));
      } else window.dispatchEvent(new Event(kind));
    };
    at(5, "pointermove"); // five seconds are no pause
    at(20, "keydown"); // fifteen are
    at(22, "hidden");
    at(62, "visible");
    now = 65;
    expect([attention.hidden, attention.idle]).toEqual([41, 17]);
    stop();
  });
});

describe("trace", () => {
  it("sends pieces again until the server has them, without what is typed", async () => {
    vi.useFakeTimers();
    const sent: TracePiece[] = [];
    let up = false;
    const box = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 200 }) } as Element;
    const stop = new Tracer({
      study: "s", step: 4, table: "t", box: () => box,
      send: (piece) => {
        sent.push(piece);
        return Promise.resolve(up);
      },
    }).start(); // prettier-ignore
    const field = document.body.appendChild(document.createElement("input"));
    window.dispatchEvent(new MouseEvent("pointerdown", { clientX: 50, clientY: 50, buttons: 1 }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    await vi.advanceTimersByTimeAsync(5000);
    up = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({ step: 4, table: "t", points: [[0, 0.5, 0.25, 1]], keys: [[0, "character"], [0, "Tab"]] });
    stop();
    field.remove();
    vi.useRealTimers();
  });
});

describe("markdown", () => {
  it("knows its simple parts and nothing else", () => {
    render(<Markdown text={"## Head\n\nOne **bold** and *soft* [link](https://example.org) [bad](javascript:alert)\n- a\n- b <b>x</b>"} />);
    expect(screen.getByRole("heading", { name: "Head" })).toBeInTheDocument();
    expect(screen.getByText("bold").tagName).toBe("STRONG");
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(screen.getByText("b <b>x</b>").tagName).toBe("LI");
  });
});
