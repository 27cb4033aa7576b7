/** The JSX runtime of the whole client (`jsxImportSource`): React's, and texts are said in the reader's language. */

import { Fragment, jsx as made, jsxs as madeOfMany } from "react/jsx-runtime";
import type { ElementType, Key } from "react";
import { spoken } from "./spoken";

type Props = Record<string, unknown>;

export type { JSX } from "react/jsx-runtime";
export { Fragment };

export const jsx = (type: ElementType, props: Props, key?: Key) => made(type, spoken(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) => madeOfMany(type, spoken(type, props), key);
