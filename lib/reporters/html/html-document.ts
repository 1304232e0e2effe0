import { createHash } from "node:crypto";
import { xmlText } from "../../text/xml-text.ts";

export interface HtmlDocument {
  /** Of unknown origin. */
  readonly title: string;
  readonly style: string;
  /** The page is readable without it. Default: none. */
  readonly script?: string;
  /** HTML. */
  readonly body: string;
}

/** Builds a page in one file. It runs and loads nothing from outside, whatever its body contains. */
export function htmlDocument({ title, style, script, body }: HtmlDocument): string {
  const policy = [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${script === undefined ? "'none'" : digest(script)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${xmlText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? "" : `<script>${script}</script>\n`}</body>
</html>
`;
}

function digest(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
