import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Memories } from "./memories";

const memory = (id: number, player: string, games: number) => ({
  id,
  game: "tarble",
  title: "Tarble",
  player,
  games,
  updated: "2026-01-01T12:00:00+00:00",
});

/** A server that keeps these memories, and what it was asked. */
function serve(...kept: ReturnType<typeof memory>[]): string[] {
  const asked: string[] = [];
  let left = kept;
  vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    if (method !== "DELETE") return new Response(JSON.stringify(left));
    left = path.endsWith("/memories") ? [] : left.filter(({ id }) => !path.endsWith(`/${id}`));
    return new Response(null, { status: 204 });
  });
  return asked;
}

describe("memories", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("says so when nobody remembers", async () => {
    serve();
    render(<Memories />);
    expect(await screen.findByText(/^None\./)).toBeInTheDocument();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("are deleted one by one, or all", async () => {
    const asked = serve(memory(3, "Changeling", 1), memory(4, "Jumbo", 12), memory(5, "Ada", 2));
    render(<Memories />);
    expect(await screen.findByText(/^12 games, the last/)).toBeInTheDocument();
    expect(screen.getByText(/^one game, the last/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Forget what Jumbo has learnt of me in Tarble" }));
    expect(asked).toContain("DELETE /api/account/memories/4");
    expect(await screen.findByText("Ada")).toBeInTheDocument();
    expect(screen.queryByText("Jumbo")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Forget everything" }));
    expect(asked).toContain("DELETE /api/account/memories");
    expect(await screen.findByText(/^None\./)).toBeInTheDocument();
  });
});
