import { isAt } from "./hook.ts";
import { shownTarget, TELLING_CHARS, withoutEscapes } from "../../exchange/shown-target.ts";

const PARTS = /[/?&;#]+/;
const SHAPES = /\[\d+ (?:digits?|letters?|characters?|letters and digits)\]/g;

/**
 * Describes how path and query of a request differ from an address of the receiver. Parts may be missing, decoded, escaped
 * again, in another letter case or in another order. Additional text appears as its length and kind.
 */
export function howMangled(own: string, target: string): string {
  const [parts, came] = [partsOf(own), partsOf(target)];
  const fates = parts.map((part) => [fateOf(part, came, target), part] as const);
  const places = placesOf(parts, came);
  const told = [...Map.groupBy(fates, ([fate]) => fate)].flatMap(([fate, some]) =>
    fate === "" ? [] : [`${some.map(([, part]) => part).join(", ")} ${fate}`],
  );
  const isMoved = places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0));
  const added = shownTarget(target, [own]).match(SHAPES) ?? [];
  const all = [
    ...told,
    ...(isMoved ? ["its parts in another order"] : []),
    ...(added.length === 0 ? [] : [`${added.join(", ")} added`]),
  ];
  if (all.length > 0) return all.join("; ");
  return isAt({ target }, { target: own })
    ? "as it was registered"
    : "its parts repeated, or separated otherwise";
}

/** Describes the change of a part; undefined: no change. */
function fateOf(part: string, came: readonly string[], target: string): string {
  if (came.includes(part)) return "";
  const decoded = withoutEscapes(part);
  if (decoded !== part && target.includes(decoded)) return "decoded";
  if (target.includes(part.replaceAll("%", "%25")) && part.includes("%")) return "escaped again";
  if (came.some((one) => one.toLowerCase() === part.toLowerCase())) return "in other letters";
  const isWithin = came.some((one) => withoutEscapes(one).toLowerCase().includes(decoded.toLowerCase()));
  return isWithin && part.length >= TELLING_CHARS ? "within something else" : "missing";
}

/** Where the parts that are there stand; of several that are alike, each in its turn. */
function placesOf(parts: readonly string[], came: readonly string[]): readonly number[] {
  const free = [...came];
  return parts.flatMap((part) => {
    const at = free.indexOf(part);
    if (at === -1) return [];
    free[at] = "";
    return [at];
  });
}

function partsOf(target: string): readonly string[] {
  return target.split(PARTS).filter((part) => part !== "");
}
