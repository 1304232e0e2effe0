import type { WriteNotes, Written } from "../mcp/service/mcp.ts";
import * as z from "zod";
import { addNote, notesIn } from "../files/notes.ts";
import { readIfThere } from "../files/read-regular-file.ts";

export const MAX_TOOL_WRITES_MIB = 4;
const MAX_CHARS = 2_000;
/** More than a run writes, and than all those before it that were killed have left. */
const MAX_OPEN = 1_000;

const shows = z.string().min(1).max(MAX_CHARS);
const lineSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("about to be written"),
    at: z.iso.datetime(),
    runId: z.string().regex(/^cc-[a-z0-9]{10}$/),
    url: z.url({ protocol: /^https?$/ }).max(MAX_CHARS),
    tool: z.string().min(1).max(MAX_CHARS),
    shows,
    wasShown: z.boolean(),
  }),
  z.strictObject({ state: z.literal("put back"), shows }),
]);

type Line = z.output<typeof lineSchema>;

/** A write of a tool that was not undone, with its run and its service. */
export type OpenWrite = Written & { readonly at: string; readonly runId: string; readonly url: string };

/**
 * Notes the writes of tools in a file. If the file does not record that a write was undone, the end of the run checks it.
 * @param file JSON lines that only their owner can read. It contains no token and no argument of a tool
 */
export function toolLog(file: string, about: { readonly url: string; readonly runId: string }): WriteNotes {
  const add = (line: Line) => addNote(file, line);
  const before = openWrites(readIfThere(file, MAX_TOOL_WRITES_MIB) ?? "");
  const open = new Map(before.map((write) => [write.shows, write.wasShown]));
  return {
    note({ tool, shows: text, wasShown }) {
      if (open.has(text)) return;
      const at = new Date().toISOString();
      add({ state: "about to be written", at, ...about, tool, shows: text, wasShown });
      open.set(text, wasShown);
    },
    settle(text) {
      if (open.get(text) !== false) return;
      open.delete(text);
      try {
        add({ state: "put back", shows: text });
      } catch (error) {
        if (!(error instanceof Error && "syscall" in error)) throw error;
      }
    },
  };
}

/**
 * Returns the writes that were not undone, each once.
 * @throws {Error} for a line in another format
 */
export function openWrites(text: string): readonly OpenWrite[] {
  const open = new Map<string, OpenWrite>();
  for (const line of notesIn(text, lineSchema)) {
    if (line.state === "put back") open.delete(line.shows);
    else open.set(line.shows, line);
  }
  if (open.size > MAX_OPEN)
    throw new Error("Cannot read the notes of tools: the file lists more writes than any run makes");
  return [...open.values()];
}
