const LETTERS = 26;
const DISTINCT_HOST_CHARS = 12;
const DISTINCT_CHARS = 120;
/** A host that begins like the host of the run is the same host, cut off or mangled. */
const MANGLED_HOST_CHARS = 4;
const RUN_ID = /cc-[a-z0-9]{10}/;

/** Below which the callback URLs of a run lie. */
export interface CallbackBase {
  readonly base: string;
  /** Whether hosts below the base's host are registered too. */
  readonly varyHost: boolean;
  /** The receiver answers there when the target verifies a URL. The run registers no other host. */
  readonly isLive?: boolean;
}

/** The callback URLs of a run: all lie under one base and carry the run's id. */
export class CallbackUrls {
  readonly #runId: string;
  /** Distinguishes the URLs of further rounds. */
  readonly #round: string;
  #where: CallbackBase;
  #count = 0;
  #ofSecondRound: CallbackUrls | undefined;

  constructor(
    { runId, ...where }: CallbackBase & { readonly runId: string },
    { round = "" }: { readonly round?: string } = {},
  ) {
    this.#where = where;
    this.#runId = runId;
    this.#round = round;
  }

  /** URLs of the same run that differ from these: a target need not let two merchants share a URL. */
  ofSecondRound(): CallbackUrls {
    return (this.#ofSecondRound ??= new CallbackUrls(
      { ...this.#where, runId: this.#runId },
      { round: "again" },
    ));
  }

  /** From now on the URLs lie below another base. */
  moveTo(where: CallbackBase): void {
    this.#where = where;
    this.#ofSecondRound?.moveTo(where);
  }

  get where(): CallbackBase {
    return this.#where;
  }

  /** Whether the host may vary below the base's host. */
  get varyHost(): boolean {
    return this.#where.varyHost;
  }

  /** Whether the host of the base is the only one that is registered. */
  get isLive(): boolean {
    return this.#where.isLive === true;
  }

  get host(): string {
    return this.#url.hostname;
  }

  /** The path that all URLs of the run begin with; it ends with a slash. */
  get path(): string {
    const path = this.#url.pathname;
    const ofRun = `${path.endsWith("/") ? path : `${path}/`}${this.#runId}/`;
    return this.#round === "" ? ofRun : `${ofRun}${this.#round}/`;
  }

  /** An ordinary URL: `rest` is appended to the run's path as it is. */
  under(rest: string, subdomain?: string): string {
    const { host } = this.#url;
    return `https://${subdomain === undefined ? host : `${subdomain}.${host}`}${this.path}${rest}`;
  }

  /** URLs that end with the host, where the host may carry the run's id; otherwise none. */
  withoutPath(): string[] {
    const only = this.varyHost && this.#url.pathname === "/";
    const host = `${this.#runId}${this.#round}.${this.host}`;
    return only ? [`https://${host}`, `https://${host}/`] : [];
  }

  /** An ordinary URL that this run has not used yet. */
  fresh(): string {
    this.#count += 1;
    return this.under(`hook/${this.#count}`);
  }

  /** Ordinary URLs that differ from each other from the run's path to the end, so that a mixture of two is different from each. */
  distinct(count: number): string[] {
    return Array.from({ length: count }, (_, index) => {
      const letter = String.fromCharCode("a".charCodeAt(0) + (index % LETTERS));
      const rest = `${letter.repeat(DISTINCT_CHARS)}/${(this.#count += 1)}`;
      return this.varyHost ? this.under(rest, letter.repeat(DISTINCT_HOST_CHARS)) : this.under(rest);
    });
  }

  /** Whether a stored value carries the id of another run than this one. */
  isOfAnotherRun(value: string): boolean {
    const folded = value.toLowerCase();
    return !folded.includes(this.#runId) && RUN_ID.test(folded);
  }

  /** Whether a stored value can only come from another client: a URL elsewhere, or one of another run. */
  isForeign(value: string): boolean {
    const folded = value.toLowerCase();
    if (folded.includes(this.#runId)) return false;
    if (this.isOfAnotherRun(value)) return true;
    const host = /^https:\/\/([^/?#\s]+)/.exec(folded)?.[1];
    if (host === undefined || !host.includes(".")) return false;
    return !host.endsWith(this.#url.host) && !host.startsWith(this.host.slice(0, MANGLED_HOST_CHARS));
  }

  get #url(): URL {
    return new URL(this.#where.base);
  }
}

/** `https://host`, or a query right behind it: an ordinary URL, into which parsers put a slash all the same. */
export function hasNoPath(url: string): boolean {
  return /^https:\/\/[^/?#]+(?:\?|$)/.test(url);
}
