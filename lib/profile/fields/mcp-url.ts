import * as z from "zod";
import { EMBEDDED } from "./base-url.ts";

/** Address of an MCP service, or of that of the embedded reference. */
export const mcpUrlSchema = z.string().superRefine((text, context) => {
  const message = mcpUrlProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

function mcpUrlProblem(text: string): string | undefined {
  if (text === EMBEDDED) return undefined;
  const url = /^https?:\/\/[^\s\\]+$/.test(text) ? URL.parse(text) : null;
  if (url === null) return "expected a URL that begins with https:// or http://";
  return text.includes("#") ? "expected a URL without fragment" : undefined;
}
