import type { Profile } from "../schema/profile-schema.ts";

/** The profile of a read-only run: without every means to change something. */
export function withoutWrites(profile: Profile): Profile {
  const { events, mcp } = profile;
  return {
    ...profile,
    disposable: false,
    operations: {},
    events: { ...events, receiver: null, trigger: null, triggers: {} },
    mcp: { ...mcp, write: null, undo: null, client: null, otherClient: null },
  };
}
