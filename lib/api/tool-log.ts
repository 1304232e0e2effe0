import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { WriteNotes, Written } from "../mcp/written.ts";

const lineSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("about to be written"),
    /** ISO 8601, UTC. */
    at: z.string(),
    runId: z.string(),
    url: z.string(),
    tool: z.string(),
    shows: z.string().min(1),
    wasShown: z.boolean(),
  }),
  z.object({ state: z.literal("put back"), shows: z.string() }),
]);

type Line = z.output<typeof lineSchema>;

/** A write of a tool that was not put back, and of which run and service it is. */
export type OpenWrite = Written & { readonly at: string; readonly runId: string; readonly url: string };

/** A line of its own, also behind one that was cut off. */
const START = "\n";

/**
 * Notes in a file what a run writes by tools.
 * @param file JSON lines, for its owner's eyes only. It holds no token and no argument of a tool. What cannot be noted as
 * put back is looked at again at the end.
 */
export function toolLog(file: string, about: { readonly url: string; readonly runId: string }): WriteNotes {
  const add = (line: Line) =>
    writeFileSync(file, `${START}${JSON.stringify(line)}\n`, { flag: "a", mode: 0o600, flush: true });
  const open = new Map(existing(file).map((write) => [write.shows, write.wasShown]));
  return {
    note({ tool, shows, wasShown }) {
      if (open.has(shows)) return;
      const at = new Date().toISOString();
      add({ state: "about to be written", at, ...about, tool, shows, wasShown });
      open.set(shows, wasShown);
    },
    settle(shows) {
      if (open.get(shows) !== false) return;
      open.delete(shows);
      try {
        add({ state: "put back", shows });
      } catch (error) {
        if (!(error instanceof Error && "syscall" in error)) throw error;
      }
    },
  };
}

/** What the lines of a file leave open. A line that was cut off says nothing: what it is about was not sent. */
export function openWrites(text: string): readonly OpenWrite[] {
  const open = new Map<string, OpenWrite>();
  for (const line of text.split("\n").flatMap(readLine)) {
    if (line.state === "put back") open.delete(line.shows);
    else open.set(line.shows, line);
  }
  return [...open.values()];
}

function existing(file: string): readonly OpenWrite[] {
  try {
    return openWrites(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function readLine(text: string): Line[] {
  try {
    const line = lineSchema.safeParse(JSON.parse(text));
    return line.success ? [line.data] : [];
  } catch {
    return [];
  }
}
