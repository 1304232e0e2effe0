import { defaultChoices } from "../choices.ts";
import type { ReferenceOptions } from "../reference-options.ts";
import { createStore, type Store } from "../store.ts";

/** An empty store for a reference with these options. */
export function storeOf({ clock = Date.now, choices }: ReferenceOptions): Store {
  const { clockOffsetMs } = { ...defaultChoices, ...choices };
  return createStore(() => clock() + clockOffsetMs);
}
