import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";

/** A look at a service that is taken once in a run; one that fails is taken again. */
export function oncePerService<T>(look: (mcp: Mcp) => Promise<T>): (mcp: Mcp) => Promise<T> {
  const found = new WeakMap<Mcp, Promise<T>>();
  return async (mcp) => {
    const finding = found.get(mcp) ?? look(mcp);
    found.set(mcp, finding);
    finding.catch(() => found.delete(mcp));
    return finding;
  };
}

/** The same for each era that a service speaks. */
export function oncePerEra<T>(look: (mcp: Mcp, era: Era) => Promise<T>): (mcp: Mcp, era: Era) => Promise<T> {
  const looks = new Map<Era["name"], (mcp: Mcp, era: Era) => Promise<T>>();
  return async (mcp, era) => {
    const known = looks.get(era.name) ?? onceIn(look);
    looks.set(era.name, known);
    return known(mcp, era);
  };
}

function onceIn<T>(look: (mcp: Mcp, era: Era) => Promise<T>): (mcp: Mcp, era: Era) => Promise<T> {
  const found = new WeakMap<Mcp, Promise<T>>();
  return async (mcp, era) => {
    const finding = found.get(mcp) ?? look(mcp, era);
    found.set(mcp, finding);
    finding.catch(() => found.delete(mcp));
    return finding;
  };
}
