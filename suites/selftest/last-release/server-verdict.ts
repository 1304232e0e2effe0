/** The verdict of the suite about one server, as a line of a pin states it. */
export interface ServerVerdict {
  /** The kind and the name of the server. */
  readonly server: string;
  readonly depth: "quick" | "standard";
  /** Ids of checks that fail or warn, or cannot decide, without failures that follow from another one. */
  readonly noticed: readonly string[];
  /** Ids of failures that follow. */
  readonly followers: readonly string[];
}

const LINE = /^(?<server>.+?) \| (?<rest>.*)$/;
const ID = /[a-z][a-z\d-]*\.[a-z\d-]+/g;
const FOLLOWERS = /\(\+ [^)]*\)/g;

/** Reads a line of a pin: `mutant refuses-queries | quick: register.accepts (+ register.stores) (! callback-url.rfc-3986)`. */
export function parseVerdict(line: string): ServerVerdict {
  const { server = "", rest = "" } = LINE.exec(line)?.groups ?? {};
  return {
    server,
    depth: rest.startsWith("standard") ? "standard" : "quick",
    noticed: idsIn(rest.replaceAll(FOLLOWERS, "")),
    followers: (rest.match(FOLLOWERS) ?? []).flatMap(idsIn),
  };
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(ID))];
}
