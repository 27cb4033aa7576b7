/**
 * `npm run types` makes the types of scenes: beside each `scene.json`, which the games write, a `scene.ts`. The schema of a
 * game names its `board` and `move`; these and what is the same in all games make up the game's scenes.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const BOARDS = join(import.meta.dirname, "../src/boards");

/** The text of the types that a schema gives. */
export async function typesOf(schema) {
  const { $defs: definitions, board, move } = schema;
  const schemas = JSON.parse(JSON.stringify(definitions).replaceAll("#/$defs/", "#/components/schemas/"));
  const description = { openapi: "3.1.0", info: { title: "scenes", version: "1" }, paths: {}, components: { schemas } };
  const written = astToString(await openapiTS(description, { arrayLength: true, rootTypes: true, rootTypesNoSchemaPrefix: true }));
  const head = "/** Made by `npm run types` from scene.json; not to be changed by hand. */\n\n";
  if (board === undefined) return head + written;
  const name = `${board.replace(/Data$/, "")}Scene`;
  return `${head}import type { SceneOf } from "../types";\n\n${written}\nexport type ${name} = SceneOf<${board}, ${move}>;\n`;
}

/** The files of schemas, and beside each where its types belong. */
export function files() {
  const found = readdirSync(BOARDS, { recursive: true }).filter((file) => basename(file) === "scene.json");
  return found.map((file) => [join(BOARDS, file), join(BOARDS, dirname(file), "scene.ts")]);
}

if (process.argv[1] === import.meta.filename) {
  for (const [schema, types] of files()) {
    writeFileSync(types, await typesOf(JSON.parse(readFileSync(schema, "utf8"))));
    process.stdout.write(`${relative(process.cwd(), types)}\n`);
  }
}
