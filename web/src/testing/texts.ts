/** The English texts that a source file shows, as its syntax tells: what stands between tags, what attributes say that are
 * read, and every other text that reads like words. `{}` stands for what is only known when the page is shown. */

import ts from "typescript";

/** What is written into these is not read by people. */
const UNREAD_ATTRIBUTES = /^(className|style|d|viewBox|transform|href|to|src|type|role|id|key|name|autoComplete|htmlFor|path|points|fill|stroke|preserveAspectRatio|lang|tone|translate|textAnchor|dominantBaseline|pattern|accept|data-.*|aria-(labelledby|describedby|controls|live|current|hidden|details)|strokeDasharray|form|method|inputMode|sizes|loading)$/;
/** Nor what these are called with. */
const UNREAD_CALLS = /^(get|post|put|patch|remove|getFile|postText|postFile|useLoad|withQuery|fetch|querySelector(All)?|closest|matches|getElementById|matchMedia|addEventListener|removeEventListener|getItem|setItem|removeItem|getPropertyValue|Error|TypeError|fit|go|startsWith|endsWith|includes|split|replace|replaceAll|join|test|exec|match|createElement|setAttribute|getAttribute|glob|useSpeech|Intl|RegExp|import|css|rule|set|toLocaleString|sort|localeCompare)$/;
const WORDS = /^[“"'(]?[A-Za-z][\w’'-]*[,.:;!?…)]*(\s+\S+)+$|^[A-Z][a-z]{2,}[.:…!?]?$/;
const SHAPE = /^[MmLlHhVvCcZzAaSsQqTt0-9 ,.{}-]+$|^[\w-]*-[\w -]*$|^[a-z-]+( \{\})+$/;

export function textsOf(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true, name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = new Set<string>();
  const add = (text: string) => {
    const words = text.replace(/\s+/g, " ").trim();
    if (/\p{L}{2}/u.test(words.replaceAll("{}", ""))) found.add(words);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      children(node.children).forEach(add);
      node.forEachChild((child) => {
        if (ts.isJsxExpression(child) && child.expression !== undefined && alternatives(child.expression) !== null) return inner(child.expression);
        if (!ts.isJsxText(child)) visit(child);
      });
      return;
    }
    if (ts.isJsxAttribute(node)) {
      if (UNREAD_ATTRIBUTES.test(node.name.getText())) return;
      const value = node.initializer;
      if (value !== undefined && ts.isStringLiteral(value)) {
        if (WORDS.test(value.text) || /label|title|placeholder|alt|words|hint|action|legend|heading/i.test(node.name.getText())) add(value.text);
        return;
      }
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = node.expression;
      const callee = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
      if (UNREAD_CALLS.test(callee)) {
        node.arguments?.forEach((argument) => {
          if (!ts.isStringLiteralLike(argument) && !ts.isTemplateExpression(argument)) visit(argument);
        });
        visit(called);
        return;
      }
      if (callee === "said") node.arguments?.forEach((argument) => alternatives(argument)?.forEach(add));
    }
    if (ts.isPropertyAssignment(node) || ts.isCaseClause(node)) {
      if (ts.isPropertyAssignment(node)) visit(node.initializer);
      else node.statements.forEach(visit);
      return;
    }
    if (ts.isBinaryExpression(node) && /^[=!]==?$/.test(node.operatorToken.getText())) return;
    if (ts.isElementAccessExpression(node)) return visit(node.expression);
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const [text = ""] = alternatives(node) ?? [];
      if (WORDS.test(text) && !SHAPE.test(text)) add(text);
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    node.forEachChild(visit);
  };
  /** What stands within an expression that is shown: only its conditions and calls may hold other texts. */
  const inner = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) return;
    if (ts.isTemplateExpression(node)) return node.templateSpans.forEach((span) => visit(span.expression));
    node.forEachChild((child) => (ts.isStringLiteralLike(child) || ts.isTemplateExpression(child) || ts.isConditionalExpression(child) || ts.isParenthesizedExpression(child) ? inner(child) : visit(child)));
  };
  visit(file);
  return [...found];
}

/** The texts that an expression can be; null for one that is no text. */
function alternatives(node: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return alternatives(node.expression);
  if (ts.isTemplateExpression(node)) {
    let texts = [node.head.text];
    for (const span of node.templateSpans) {
      const parts = alternatives(span.expression) ?? ["{}"];
      texts = texts.flatMap((text) => parts.map((part) => text + part + span.literal.text));
    }
    return texts;
  }
  if (ts.isConditionalExpression(node)) {
    const [yes, no] = [alternatives(node.whenTrue), alternatives(node.whenFalse)];
    return yes === null && no === null ? null : [...(yes ?? ["{}"]), ...(no ?? ["{}"])];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const texts = alternatives(node.right);
    return texts === null ? null : ["", ...texts];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    const texts = alternatives(node.right);
    return texts === null ? null : ["{}", ...texts];
  }
  return null;
}

/** Runs of what stands between tags, as they are joined when they are shown. */
function children(nodes: readonly ts.JsxChild[]): string[] {
  const found: string[] = [];
  let run: string[] = [""];
  let given = false;
  const end = () => {
    if (given) found.push(...run);
    run = [""];
    given = false;
  };
  for (const node of nodes) {
    if (ts.isJsxText(node)) {
      const text = jsxText(node.text);
      if (text === "") continue;
      given ||= text.trim() !== "";
      run = run.map((one) => one + text);
    } else if (ts.isJsxExpression(node)) {
      if (node.expression === undefined) continue;
      const texts = alternatives(node.expression);
      if (texts !== null) {
        given = true;
        run = run.flatMap((one) => texts.map((text) => one + text));
      } else if (/=>|^[^=]*&& *\(?\s*</s.test(node.expression.getText()) || /<\w/.test(node.expression.getText())) end();
      else run = run.map((one) => `${one}{}`);
    } else end();
  }
  end();
  return found;
}

/** The text of JSX without the line breaks of its layout. */
function jsxText(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      let trimmed = line;
      if (index > 0) trimmed = trimmed.trimStart();
      if (index < lines.length - 1) trimmed = trimmed.trimEnd();
      return trimmed;
    })
    .filter((line) => line !== "")
    .join(" ")
    .replace(/&apos;|&rsquo;/g, "’")
    .replace(/&nbsp;/g, " ");
}
