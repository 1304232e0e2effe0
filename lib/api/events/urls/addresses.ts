import type { Arrival } from "../../../receiver/arrival.ts";
import { isForHook, type Hook, ORDINARY_PATH } from "./hook.ts";
import { shownTarget } from "../../exchange/shown-target.ts";

type Target = Pick<Arrival, "target">;

/** Numbers of ordinary callback URLs; a longer one may be another number. */
const ORDINARY = /hook(?:\/\d{1,3}(?!\d))?/;

/** The callback URLs of a run that lie at its receiver, and what came to them. */
export class Addresses {
  readonly #ordinary: string;
  /** With those that the target refused. */
  readonly #offered: Hook[] = [];
  readonly #hooks: Hook[] = [];
  readonly #expected = new Set<Hook>();

  constructor(runId: string) {
    this.#ordinary = `${ORDINARY_PATH}${runId}/`;
  }

  /** Those that the target has accepted. */
  get hooks(): readonly Hook[] {
    return this.#hooks;
  }

  hooksOf({ name }: { readonly name: string }): readonly Hook[] {
    return this.#hooks.filter(({ owner }) => owner === name);
  }

  /** The merchant who registered the hook that received something. undefined: no hook of the run did. */
  ownerOf(arrival: Target): string | undefined {
    return this.#hooks.find((hook) => isForHook(arrival, hook))?.owner;
  }

  offer(hook: Hook): void {
    this.#offered.push(hook);
  }

  accept(hook: Hook): void {
    this.#hooks.push(hook);
  }

  /** Whether something came to a callback URL that is no hook. */
  isOrdinary({ target }: Target): boolean {
    return target.includes(this.#ordinary);
  }

  /** The hooks of a merchant at which the next event is the first: from now on deliveries are expected there. */
  nowExpected(owner: string): readonly Hook[] {
    const hooks = this.hooksOf({ name: owner }).filter((hook) => !this.#expected.has(hook));
    for (const hook of hooks) this.#expected.add(hook);
    return hooks;
  }

  /** Whether something came to a hook for which an event was triggered. */
  isExpected(arrival: Target): boolean {
    return [...this.#expected].some((hook) => isForHook(arrival, hook));
  }

  /** Whether something came to another place than a hook: a callback URL that its owner registered, or one of no known hook. */
  isAnotherOf({ owner, token }: Hook, arrival: Target): boolean {
    const others = this.#hooks.filter((hook) => hook.owner === owner && hook.token !== token);
    return !this.#isOffered(arrival) || others.some((hook) => isForHook(arrival, hook));
  }

  /** Whether a register of the run has named the URL of an arrival. */
  isNamed(arrival: Target): boolean {
    return this.isKnown(arrival) || this.isOrdinary(arrival);
  }

  #isOffered(arrival: Target): boolean {
    return this.#offered.some((hook) => isForHook(arrival, hook));
  }

  /** Whether something bears the token of a hook. */
  isKnown(arrival: Target): boolean {
    return this.ownerOf(arrival) !== undefined;
  }

  /** The hook that received something, or else all hooks, and the ordinary address. */
  near(arrival: Target): readonly string[] {
    const borne = this.#offered.filter((hook) => isForHook(arrival, hook));
    const [number = ""] = ORDINARY.exec(arrival.target.split(this.#ordinary)[1] ?? "") ?? [];
    const hooks = borne.length > 0 ? borne : this.#offered;
    return [...hooks.map(({ url }) => url), `${this.#ordinary}${number}`];
  }

  /** Path and query of what came, as they may be shown. */
  shown(arrival: Target): string {
    return shownTarget(arrival.target, this.near(arrival));
  }
}
