/** Style sheets say what is different on dark pages once, for systems that are set so. Here it is made to hold as well
 * where somebody has chosen a theme: `data-theme` at the root says which. */

import type { Plugin } from "vite";

const DARK = "@media (prefers-color-scheme: dark) {";

/** A style sheet whose dark blocks follow the choice before the system. */
export function themed(css: string): string {
  let [text, from] = ["", 0];
  for (let start = css.indexOf(DARK); start >= 0; start = css.indexOf(DARK, from)) {
    const [open, end] = [start + DARK.length, closing(css, start + DARK.length)];
    const block = css.slice(open, end);
    text += `${css.slice(from, start)}${DARK}${within(block, ':root:not([data-theme="light"])')}}${within(block, ':root[data-theme="dark"]')}`;
    from = end + 1;
  }
  return text + css.slice(from);
}

function closing(css: string, open: number): number {
  let depth = 1;
  for (let place = open; place < css.length; place += 1) {
    if (css[place] === "{") depth += 1;
    else if (css[place] === "}" && (depth -= 1) === 0) return place;
  }
  return css.length;
}

function within(block: string, root: string): string {
  return block.replace(/([^{}]+)\{/g, (_, selectors: string) => {
    const each = selectors.split(",").map((one) => (one.trim() === ":root" ? root : `${root} ${one.trim()}`));
    return `${each.join(", ")} {`;
  });
}

export function themes(): Plugin {
  return {
    name: "themes",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(".css") && code.includes(DARK) ? { code: themed(code), map: null } : null),
  };
}
