import { join } from "node:path";

/** The published schema of profiles, absolute. */
export const PROFILE_SCHEMA_FILE = join(import.meta.dirname, "../profile.schema.json");
