import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Paints text, or leaves it plain. */
export type Paint = (style: Style, text: string) => string;

/**
 * Colours a terminal, unless NO_COLOR is set. FORCE_COLOR colours any stream, and 0 or false none.
 * @param stream undefined: without colours
 */
export function paintFor(stream: { readonly isTTY?: boolean } | undefined, env: NodeJS.ProcessEnv): Paint {
  const forced = env["FORCE_COLOR"];
  const isTerminal = stream?.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  const isColored = forced === undefined ? isTerminal : stream !== undefined && !/^(0|false)$/i.test(forced);
  return isColored ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}
