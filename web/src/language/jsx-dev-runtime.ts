/** `jsx-runtime.ts` while developing and in tests. */

import { Fragment, jsxDEV as made, type JSXSource } from "react/jsx-dev-runtime";
import type { ElementType, Key } from "react";
import { spoken } from "./spoken";

export type { JSX } from "react/jsx-dev-runtime";
export { Fragment };

export function jsxDEV(type: ElementType, props: Record<string, unknown>, key: Key | undefined, many: boolean, source?: JSXSource, self?: unknown) {
  return made(type, spoken(type, props), key, many, source, self);
}
