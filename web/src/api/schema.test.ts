// @vitest-environment node
import { readFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, it } from "vitest";

it("has the types that openapi.json gives; `npm run types` renews them", async () => {
  const written = readFileSync("src/api/schema.ts", "utf8");
  const description = JSON.parse(readFileSync("openapi.json", "utf8")) as Parameters<typeof openapiTS>[0];
  expect(written).toBe(`${COMMENT_HEADER}${astToString(await openapiTS(description))}`);
}, 30_000);
