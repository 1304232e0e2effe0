import type { OpenWrite } from "../session/tool-log.ts";
import { FRESH_TEXT } from "../profile/mcp-schema.ts";
import type { Profile } from "../profile/profile-schema.ts";

/** The text that a run fills in: its id, and a number. */
const FRESH = /cc-[a-z0-9]{10}-\d{1,9}/;

/** Whether a saved write can be of a profile. Only then the tools of that profile restore it. */
export function isWriteOf({ mcp: { write } }: Profile, { tool, shows, wasShown }: OpenWrite): boolean {
  if (tool !== write?.tool) return false;
  if (!write.shows.includes(FRESH_TEXT)) return shows === write.shows;
  const [fresh] = FRESH.exec(shows) ?? [];
  return fresh !== undefined && !wasShown && shows === write.shows.replaceAll(FRESH_TEXT, fresh);
}
