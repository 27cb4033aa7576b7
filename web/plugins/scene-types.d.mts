/** The text of the types that a schema of `scene.json` gives. */
export function typesOf(schema: unknown): Promise<string>;

/** The files of schemas, and beside each where its types belong. */
export function files(): [schema: string, types: string][];
