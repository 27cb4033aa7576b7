// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { files, typesOf } from "../../plugins/scene-types.mjs";

it.each(files())("%s gives the types beside it; `npm run types` renews them", async (schema, types) => {
  expect(readFileSync(types, "utf8")).toBe(await typesOf(JSON.parse(readFileSync(schema, "utf8"))));
}, 30_000);
