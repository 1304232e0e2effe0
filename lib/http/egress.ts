import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback } from "../text/is-loopback.ts";
import { type AddressKind, addressKinds } from "./address-kinds.ts";

/** The addresses to which a run may send requests. */
export interface EgressRules {
  /** URLs of the user's own. Private addresses are allowed. */
  readonly own: readonly string[];
  /** Other hosts, each with its port if it has one. The run uses https and public addresses only. Default: none. */
  readonly hosts?: readonly string[];
}

export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The addresses of a name. @throws an error of the name service */
export type Resolve = (host: string) => Promise<readonly FoundAddress[]>;

/** A request to a forbidden address. Nothing was sent. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  /** Scheme, host and port, if it is a URL. */
  readonly origin: string;
  /** Whether the profile may list the host. */
  readonly mayBeListed: boolean;

  constructor(message: string, { origin, mayBeListed = false }: { origin: string; mayBeListed?: boolean }) {
    super(message);
    this.origin = origin;
    this.mayBeListed = mayBeListed;
  }
}

/**
 * The one rule for addresses of requests: origins of the user's own, and hosts that the user lists. A
 * connection uses an address that was checked, so that a changed name cannot redirect it.
 */
export class Egress {
  readonly #own: ReadonlySet<string>;
  readonly #ownHosts: ReadonlySet<string>;
  readonly #listed: ReadonlySet<string>;
  readonly #resolve: Resolve;
  /** The first addresses of own hosts. */
  readonly #kinds = new Map<string, Promise<ReadonlySet<AddressKind>>>();
  /** Addresses of listed hosts, resolved once. */
  readonly #admitted = new Map<string, Promise<readonly FoundAddress[]>>();

  constructor({ own, hosts = [] }: EgressRules, resolve: Resolve = addressesOf) {
    const urls = own.flatMap((url) => URL.parse(url) ?? []);
    this.#resolve = resolve;
    this.#own = new Set(urls.map(({ origin }) => origin));
    this.#ownHosts = new Set(urls.map(hostOf));
    this.#listed = new Set(hosts.flatMap(originsAt));
  }

  /**
   * Throws for a URL that the rule forbids. No name is resolved.
   * @throws {EgressError}
   */
  assertAllowed(url: string): void {
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol))
      throw new EgressError("Only http and https URLs are asked. Nothing was sent.", { origin: "" });
    const { origin, protocol, host } = parsed;
    if (this.#own.has(origin)) return;
    if (this.#listed.has(origin)) return this.#assertOrdinary(hostOf(parsed));
    if (protocol === "http:" && !(isLoopback(origin) && this.#isAtHome))
      throw new EgressError(`${host} is asked by https only. Nothing was sent to ${origin}.`, { origin });
    throw new EgressError(`The profile does not list ${host}. Nothing was sent to ${origin}.`, {
      origin,
      mayBeListed: true,
    });
  }

  /** The addresses of a host to which a connection may go. @throws {EgressError} or an error of the name service */
  async addressesAt(host: string): Promise<readonly FoundAddress[]> {
    if (this.#ownHosts.has(host)) return this.#ofOwnHost(host);
    const known = this.#admitted.get(host) ?? this.#ofListedHost(host);
    this.#admitted.set(host, known);
    known.catch(() => this.#admitted.delete(host));
    return known;
  }

  /** For code that opens a connection: it uses a checked address. */
  readonly lookup: LookupFunction = (host, options, done) => {
    void this.#answer(host, options, done);
  };

  async #answer(...[host, { all, family }, done]: Parameters<LookupFunction>): Promise<void> {
    const found = await this.addressesAt(host).catch((error: unknown) => asError(error));
    if (found instanceof Error) return done(found, []);
    const wanted = found.filter((one) => !family || one.family === familyOf(family));
    const [first] = wanted;
    if (first === undefined) return done(noAddress(host), []);
    return all === true ? done(null, [...wanted]) : done(null, first.address, first.family);
  }

  /** A host that is an address itself is never looked up. */
  #assertOrdinary(host: string): void {
    const family = isIP(host);
    if (family === 0) return;
    const own = [...this.#ownHosts].map((address) => ({ address, family })).filter(isAddress);
    admitted(host, [{ address: host, family }], kindsOf(own));
  }

  get #isAtHome(): boolean {
    return [...this.#own].some(isLoopback);
  }

  async #ofOwnHost(host: string): Promise<readonly FoundAddress[]> {
    const found = await this.#resolve(host);
    const known = this.#kinds.get(host) ?? Promise.resolve(kindsOf(found));
    this.#kinds.set(host, known);
    return admitted(host, found, await known);
  }

  async #ofListedHost(host: string): Promise<readonly FoundAddress[]> {
    const own = await Promise.all([...this.#ownHosts].map(async (one) => this.#kindsOfOwn(one)));
    const kinds = new Set(own.flatMap((some) => [...some]));
    return admitted(host, await this.#resolve(host), kinds);
  }

  async #kindsOfOwn(host: string): Promise<ReadonlySet<AddressKind>> {
    await this.#ofOwnHost(host).catch(() => undefined);
    return (await this.#kinds.get(host)) ?? new Set();
  }
}

/** @throws {EgressError} unless one of them is ordinary, or of an allowed kind */
function admitted(
  host: string,
  found: readonly FoundAddress[],
  kinds: ReadonlySet<AddressKind>,
): readonly FoundAddress[] {
  const fine = found.filter(({ address }) => addressKinds(unzoned(address)).every((kind) => kinds.has(kind)));
  const [refused] = found;
  if (fine.length > 0 || refused === undefined) return fine;
  const what = addressKinds(unzoned(refused.address)).join(", ");
  throw new EgressError(
    `${host} is at ${refused.address} (${what}), where no address of the profile is. Nothing was sent there.`,
    { origin: host },
  );
}

function isAddress({ address }: FoundAddress): boolean {
  return isIP(address) !== 0;
}

function kindsOf(found: readonly FoundAddress[]): ReadonlySet<AddressKind> {
  return new Set(found.flatMap(({ address }) => addressKinds(unzoned(address))));
}

/** Without the interface at the end of an IPv6 address. */
function unzoned(address: string): string {
  return address.replace(/%.*$/s, "");
}

/** Whether the scheme is https, or http on this machine. */
function originsAt(host: string): string[] {
  const [https, http] = ["https", "http"].map((scheme) => URL.parse(`${scheme}://${host}`)?.origin);
  if (https === undefined || http === undefined) return [];
  return isLoopback(http) ? [https, http] : [https];
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function familyOf(family: number | "IPv4" | "IPv6"): number {
  return family === "IPv4" ? 4 : family === "IPv6" ? 6 : family;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function noAddress(host: string): Error {
  return Object.assign(new Error(`Cannot resolve ${host}`), { code: "ENOTFOUND" });
}

async function addressesOf(host: string): Promise<readonly FoundAddress[]> {
  const family = isIP(host);
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }];
}
