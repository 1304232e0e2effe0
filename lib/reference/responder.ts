import { setTimeout } from "node:timers/promises";
import { pathAndQuery } from "../signer/path-and-query.ts";
import { createSigner, type Signer } from "../signer/signer.ts";
import { answer } from "./answer.ts";
import type { ReferenceAuth } from "./auth.ts";
import type { Call } from "./call.ts";
import { type Choices, defaultChoices } from "./choices.ts";
import { Guard } from "./guard.ts";
import type { Arrival, ReferenceOptions } from "./reference-options.ts";
import { conformantRules } from "./rules/rules.ts";
import type { Store } from "./store.ts";
import { postByUndici } from "./delivery/post-by-undici.ts";

export const PATH_PREFIX = "/abc/v1/";

const ONLY_CONNECTION: Arrival = { connection: "only" };

/** The part of a request of the web that the reference reads. */
export interface ReferenceRequest extends Pick<
  Request,
  "method" | "url" | "headers" | "arrayBuffer" | "text" | "json"
> {
  clone(): ReferenceRequest;
}

/** One running reference, with a state of its own, as a function of requests. */
export type Responder = (request: ReferenceRequest, arrival?: Arrival) => Promise<Response>;

/** @param store what the reference remembers */
export function createResponder(options: ReferenceOptions, store: Store): Responder {
  const callOf = callFactory(options, store);
  return async (request, arrival) => answer(await callOf(request, arrival));
}

function callFactory(
  options: ReferenceOptions,
  store: Store,
): (request: ReferenceRequest, arrival?: Arrival) => Promise<Call> {
  const { merchants, auth = { mode: "api-key" }, rules = conformantRules } = options;
  const { clock = Date.now, sleep = setTimeout, visit = postByUndici } = options;
  const choices = { ...defaultChoices, ...options.choices };
  const now = () => clock() + choices.clockOffsetMs;
  const served = {
    merchants,
    auth,
    choices,
    rules,
    now,
    guard: new Guard(),
    store,
    visit,
    signer: lazySigner(auth),
    sleep: async (ms: number) => void (await sleep(ms)),
  };
  const requestsOf = new Map<string, number>();
  let received = 0;
  return async (request, { connection, headerNames, target = targetOf(request) } = ONLY_CONNECTION) => {
    const number = (received += 1);
    const requests = (requestsOf.get(connection) ?? 0) + 1;
    requestsOf.set(connection, requests);
    const { path, query } = pathAndQuery(target);
    const body = new Uint8Array(await request.arrayBuffer());
    return {
      ...served,
      number,
      connection: { id: connection, requests },
      method: request.method,
      path,
      query,
      operation: operationOf(path, choices),
      headers: request.headers,
      headerNames,
      body,
    };
  };
}

function lazySigner(auth: ReferenceAuth): () => Promise<Signer> {
  let made: Promise<Signer> | undefined;
  return async () => {
    if (auth.mode !== "signed") throw new Error("Cannot verify a signature: the mode is api-key");
    const { scheme, directory } = auth;
    made ??= createSigner(scheme, directory === undefined ? {} : { directory });
    return made;
  };
}

function targetOf({ url }: Pick<ReferenceRequest, "url">): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** The path behind the version prefix; the whole path without a prefix. */
function operationOf(path: string, { otherVersions }: Choices): string {
  const served = otherVersions === "served" ? path.replace(/\/abc\/v\d+\//, PATH_PREFIX) : path;
  const start = served.indexOf(PATH_PREFIX);
  return start === -1 ? served : served.slice(start + PATH_PREFIX.length);
}
