import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadBoard, type Scene } from ".";
import "./testing";

const FILES = import.meta.glob<{ default: unknown }>("./samples/*.json", { eager: true });
const SCENES = Object.entries(FILES).flatMap(([path, file]) => {
  const scene = file.default as Scene;
  return "board_data" in scene ? [[path.replace(/^.*\/|\.json$/g, ""), scene] as const] : [];
});

beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null));

describe("every sample scene", () => {
  it.each(SCENES)("is drawn: %s", async (_, scene) => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Board = await loadBoard(scene.board);
    if (scene.board !== "plain") expect(Board).not.toBe(await loadBoard("plain"));
    const mine = !scene.over && scene.you !== null && scene.turn.movers.includes(scene.you);
    const { container } = render(
      <Board scene={scene} you={scene.you} interactive={mine} animate onMove={vi.fn()} onPreview={async () => ({ scene: null, moves: [], over: false, fault: null })} />,
    );
    expect(complaints).not.toHaveBeenCalled();
    // The board is told in words, and the tab key stops at its places at most once.
    expect(container.querySelector(".hidden-text, [role=img]")?.outerHTML).toContain(scene.text.slice(0, 30));
    expect(container.querySelectorAll('[data-spot][tabindex="0"]').length).toBeLessThanOrEqual(1);
    for (const place of container.querySelectorAll("[data-spot]")) expect(place.getAttribute("aria-label")).toBeTruthy();
  });

  it("of each board is there", () => {
    const kinds = new Set(SCENES.map(([, scene]) => scene.board));
    expect([...kinds].sort()).toEqual(["blotto", "boundary", "colonizers", "goofspiel", "jostle", "kuhn_poker", "pig", "plain", "rulesets", "tarble"]);
  });
});
