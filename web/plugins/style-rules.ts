import { readFileSync } from "node:fs";
import { resolve, dirname } from "node:path";
import postcss, { type AtRule, type Rule as CssRule } from "postcss";
import type { Plugin } from "vite";
import { KEPT, type Compound, type Rule } from "../src/drawing/rules.ts";

const MARK = "\0style-rules:";
const STORE = resolve(import.meta.dirname, "../src/drawing/rules.ts");

/**
 * For builds whose drawings leave the browser: an imported style sheet becomes the list of its rules, which drawings are
 * given as plain SVG styles. Rules that depend on a pointer, the focus or the size of the screen are left out.
 */
export function styleRules(): Plugin {
  return {
    name: "style-rules",
    enforce: "pre",
    resolveId(source, importer) {
      // Without its ending, or Vite would take the module for a style sheet all the same.
      return source.endsWith(".css") && importer !== undefined ? MARK + resolve(dirname(importer), source).slice(0, -4) : undefined;
    },
    load(id) {
      if (!id.startsWith(MARK)) return undefined;
      const file = `${id.slice(MARK.length)}.css`;
      this.addWatchFile(file);
      const rules = rulesOf(readFileSync(file, "utf8"));
      return `import { register } from ${JSON.stringify(STORE)};\nregister(${JSON.stringify(rules)});\n`;
    },
  };
}

export function rulesOf(css: string): Rule[] {
  const found: Rule[] = [];
  postcss.parse(css).walkRules((rule) => {
    const dark = darkOf(rule);
    const set: [string, string][] = [];
    rule.walkDecls((declaration) => {
      if (declaration.prop.startsWith("--") || KEPT.has(declaration.prop)) set.push([declaration.prop, declaration.value]);
    });
    if (dark === null || set.length === 0) return;
    for (const selector of rule.selectors) {
      const parts = selector === ":root" ? [] : selector.split(/\s+/).map(compoundOf);
      if (parts.every((part) => part !== null)) found.push({ parts, set, dark, weight: weightOf(parts) });
    }
  });
  return found;
}

/** Whether a rule is for dark pages only; null for rules of other at-rules. */
function darkOf(rule: CssRule): boolean | null {
  const around = rule.parent;
  if (around?.type !== "atrule") return false;
  const { name, params } = around as AtRule;
  return name === "media" && params === "(prefers-color-scheme: dark)" ? true : null;
}

function compoundOf(text: string): Compound | null {
  const match = /^([a-z]*)((?:\.[\w-]+)*)$/.exec(text);
  if (match === null) return null;
  return { tag: match[1] ?? "", classes: (match[2] ?? "").split(".").slice(1) };
}

function weightOf(parts: readonly Compound[]): number {
  return parts.reduce((sum, { tag, classes }) => sum + 1000 * classes.length + (tag === "" ? 0 : 1), 0);
}
