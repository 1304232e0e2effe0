/** A comment or a string literal of a source. */
export interface SourceText {
  readonly kind: "comment" | "literal";
  readonly text: string;
  readonly line: number;
}

/** In order: a comment, a regular expression, a template, a string, a name, or one other character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|(?<=[=(,:[!&|?{;]\s*|return\s+|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*|`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w$]+|\s+|[^]/gmy;

/** Reads the comments and the string literals of a source. Lines of comment that follow each other are one text. */
export function readSourceTexts(source: string): SourceText[] {
  return joinLines([...scan(source, new RegExp(TOKEN), false)]);
}

/** Yields the texts up to the end of the source, or to the brace that ends a part of a template. */
function* scan(source: string, token: RegExp, inTemplate: boolean): Generator<SourceText> {
  let depth = 0;
  for (let at = token.lastIndex; at < source.length; at = token.lastIndex) {
    const [found = ""] = token.exec(source) ?? [];
    const line = lineOf(source, at);
    if (found === "{") depth += 1;
    if (found === "}") depth -= 1;
    if (inTemplate && depth < 0) return;
    if (found.startsWith("//") || found.startsWith("/*")) yield { kind: "comment", text: found, line };
    else if (found === "`") yield* scanTemplate(source, token, line);
    else if (/^["']./.test(found)) yield { kind: "literal", text: unquoted(found), line };
  }
}

/** Yields the texts within the parts of a template, then the template, with `…` for each part. */
function* scanTemplate(source: string, token: RegExp, line: number): Generator<SourceText> {
  let text = "";
  while (token.lastIndex < source.length) {
    const next = source.charAt(token.lastIndex);
    if (next === "`") break;
    if (source.startsWith("${", token.lastIndex)) {
      token.lastIndex += 2;
      yield* scan(source, token, true);
      text += "…";
    } else {
      const length = next === "\\" ? 2 : 1;
      text += length === 2 ? " " : next;
      token.lastIndex += length;
    }
  }
  token.lastIndex += 1;
  yield { kind: "literal", text, line };
}

function joinLines(texts: readonly SourceText[]): SourceText[] {
  const joined: SourceText[] = [];
  let end = 0;
  for (const { kind, text, line } of texts) {
    const last = joined.at(-1);
    const continues = last?.kind === "comment" && text.startsWith("//") && line === end + 1;
    if (kind === "literal") joined.push({ kind, text, line });
    else if (continues) joined.splice(-1, 1, { ...last, text: `${last.text} ${plain(text)}` });
    else joined.push({ kind, text: plain(text), line });
    if (kind === "comment") end = line + text.split("\n").length - 1;
  }
  return joined;
}

function plain(comment: string): string {
  return comment
    .replaceAll(/^\/\*+|\s*\*\/$|^\s*\*|^\/\/+/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\./g, " ");
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}
