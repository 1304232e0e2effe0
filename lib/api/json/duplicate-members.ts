import { clipText } from "../../text/clip.ts";
import { endOfString } from "../../text/exceeds-depth.ts";

/** At most this many paths are listed: enough to act on, and a hostile answer stays small. */
export const MAX_LISTED_DUPLICATES = 100;
/** Several duplicates may have the same path. */
const MAX_BUILT_PATHS = 1_000;
const MAX_NAME_CHARS = 200;

interface Frame {
  /** The names seen so far, and whether each was repeated; absent in an array. */
  readonly names?: Map<string, boolean>;
  /** The current member name or element index. */
  key: string | number;
  awaitsName: boolean;
}

/**
 * Lists the members that occur more than once in an object, as JSON pointers (`/data/code`), each once and
 * in document order. Names are compared after unescaping.
 *
 * @param text A valid JSON document.
 */
export function duplicateMembers(text: string): string[] {
  const found = new Set<string>();
  let built = 0;
  const frames: Frame[] = [];
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1);
    switch (text.charAt(at)) {
      case "{":
        frames.push({ names: new Map(), key: "", awaitsName: true });
        break;
      case "[":
        frames.push({ key: 0, awaitsName: false });
        break;
      case "}":
      case "]":
        frames.pop();
        break;
      case ",":
        if (frame) advance(frame);
        break;
      case '"': {
        const end = endOfString(text, at);
        const isNew = frame?.awaitsName === true && enterMember(frame, text.slice(at, end));
        if (isNew && found.size < MAX_LISTED_DUPLICATES && (built += 1) <= MAX_BUILT_PATHS)
          found.add(pointer(frames));
        at = end - 1;
        break;
      }
      default:
    }
  }
  return [...found];
}

function advance(frame: Frame): void {
  if (frame.names) frame.awaitsName = true;
  else frame.key = Number(frame.key) + 1;
}

/** Notes the member name; true when it is repeated for the first time. */
function enterMember(frame: Frame, literal: string): boolean {
  frame.key = literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  frame.awaitsName = false;
  const wasRepeated = frame.names?.get(frame.key);
  frame.names?.set(frame.key, wasRepeated !== undefined);
  return wasRepeated === false;
}

function pointer(frames: readonly Frame[]): string {
  return frames
    .map(({ key }) => clipText(String(key), MAX_NAME_CHARS).replaceAll("~", "~0").replaceAll("/", "~1"))
    .map((name) => `/${name}`)
    .join("");
}
