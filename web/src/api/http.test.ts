import { afterEach, describe, expect, it, vi } from "vitest";
import { get, post, postText, Refusal, sentence, withQuery } from "./http";

function answering(status: number, body: string) {
  const asked = vi.fn(async () => new Response(status === 204 ? null : body, { status }));
  vi.stubGlobal("fetch", asked);
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe("faults", () => {
  it("are the server's own sentence", async () => {
    answering(409, JSON.stringify({ detail: "This seat is taken. Choose another." }));
    await expect(post("/tables/t/join")).rejects.toThrow("This seat is taken. Choose another.");
  });
  it("of a form name the field", async () => {
    answering(422, JSON.stringify({ detail: [{ loc: ["body", "name"], msg: "too long" }] }));
    await expect(post("/me")).rejects.toThrow("name: too long");
  });
  it("without words say what the status means", async () => {
    answering(429, "<html>");
    await expect(get("/games")).rejects.toThrow("Too many requests");
    answering(500, "");
    await expect(get("/games")).rejects.toThrow("fault 500");
  });
  it("of a server that is gone say so", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("network")));
    const fault: unknown = await get("/games").catch((reason: unknown) => reason);
    expect(fault).toBeInstanceOf(Refusal);
    expect(sentence(fault)).toContain("does not answer");
  });
});

describe("requests", () => {
  it("send JSON as it was written: a seed keeps all its digits", async () => {
    const asked = answering(201, "{}");
    await postText("/matches", '{"seed": 6386619710271101498}');
    expect(asked).toHaveBeenCalledWith("/api/matches", expect.objectContaining({ body: '{"seed": 6386619710271101498}' }));
  });
  it("may be answered by nothing", async () => {
    answering(204, "");
    expect(await post("/account/logout")).toBeUndefined();
  });
  it("leave out what is not asked for", () => {
    expect(withQuery("/matches", { game: "", mine: true, seat: null })).toBe("/matches?mine=true");
  });
});
