import type { Era } from "../wire/era.ts";
import type { Mcp } from "./mcp.ts";

/** Something that the run remembers of a service. */
export function perService<T>(begin: () => T): (mcp: Mcp) => T {
  const known = new WeakMap<Mcp, T>();
  return (mcp) => {
    const found = known.get(mcp) ?? begin();
    known.set(mcp, found);
    return found;
  };
}

/** A look at a service that is taken once in a run for each key; one that fails is taken again. */
export function oncePerKey<Given extends readonly unknown[], T>(
  keyOf: (...given: Given) => string,
  look: (mcp: Mcp, ...given: Given) => Promise<T>,
): (mcp: Mcp, ...given: Given) => Promise<T> {
  const found = perService(() => new Map<string, Promise<T>>());
  return async (mcp, ...given) => {
    const ofService = found(mcp);
    const key = keyOf(...given);
    const finding = ofService.get(key) ?? look(mcp, ...given);
    ofService.set(key, finding);
    finding.catch(() => ofService.delete(key));
    return finding;
  };
}

/** The same for a look at the service as a whole. */
export function oncePerService<T>(look: (mcp: Mcp) => Promise<T>): (mcp: Mcp) => Promise<T> {
  return oncePerKey(() => "", look);
}

/** The same for each era that a service speaks. */
export function oncePerEra<T>(look: (mcp: Mcp, era: Era) => Promise<T>): (mcp: Mcp, era: Era) => Promise<T> {
  return oncePerKey(({ name }: Era) => name, look);
}
