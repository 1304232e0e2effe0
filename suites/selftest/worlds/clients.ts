import { registerDraft, disableDraft, type Draft } from "../../../lib/api/request/draft.ts";
import { holding, withMemory } from "../../../lib/reference/changes.ts";
import { storing } from "../../../lib/reference/faults.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import type { WireRequest } from "../../../lib/http/transport.ts";
import { profiles } from "../judge-target.ts";
import type { MakeFront } from "./fronts.ts";
import type { World } from "./world.ts";

/** Near the end of a run at quick depth. */
const LATE = 360;
const OF_ANOTHER_RUN = "https://callback.conformance.example/cc-otherother/hook";
/** The second reason follows from the requests of the other client. */
const ANOTHER_CLIENT =
  /^Another client is changing this configuration: its callback URL is .*Run again when no other client|^A refused request changed `callbackUrl`\.$/;
const [alpha = { apiKey: "" }, beta = alpha] = profiles["api-key"].merchants;

function requestOf({ apiKey }: { readonly apiKey: string }, draft: Draft): WireRequest {
  const { method, path, body, contentType = "" } = draft;
  return {
    method,
    path,
    headers: [
      ["X-API-Key", apiKey],
      ["Content-Type", contentType],
    ],
    ...(body && { body }),
  };
}

/** Another client uses the same merchants: it sends a request of its own before some requests of the run. */
function interfering(each: number, act: (number: number) => WireRequest, first = each): MakeFront {
  return () => {
    let sent = 0;
    return async (request, next) => {
      sent += 1;
      if (sent === first || sent % each === 0) await next(act(sent));
      return next(request);
    };
  };
}

const registers = (url: string, merchant = alpha) => requestOf(merchant, registerDraft(url));

const INTERFERENCES: readonly (readonly [what: string, front: MakeFront])[] = [
  ["registers other URLs", interfering(7, (number) => registers(`https://someone.else.example/${number}`))],
  ["registers one other URL", interfering(11, () => registers("https://someone.else.example/"))],
  [
    "registers the URL that it had before the run",
    interfering(13, () => registers("https://someone.else.example/"), 1),
  ],
  ["registers the URLs of another run", interfering(3, (number) => registers(`${OF_ANOTHER_RUN}/${number}`))],
  [
    "disables as another run, whose URL shows only later",
    interfering(5, (number) =>
      number < LATE ? requestOf(alpha, disableDraft()) : registers(`${OF_ANOTHER_RUN}/1`),
    ),
  ],
  [
    "registers one other URL of the second merchant",
    interfering(9, () => registers("https://someone.else.example/", beta)),
  ],
  [
    "registers URLs of the second merchant",
    interfering(7, (number) => registers(`https://someone.else.example/${number}`, beta)),
  ],
];

/** Registers before the target stores a URL of its own, as another client might. */
const GOOD_REGISTERS = 20;
const ownUrl = mutant(
  "stores-a-url-of-its-own",
  "register.stores",
  withMemory(holding(0), (stored) =>
    storing((url) => ((stored.value += 1) > GOOD_REGISTERS ? "https://someone.else.example/" : url)),
  ),
);

export const ofClients: readonly World[] = [
  ...INTERFERENCES.map(([what, front]): World => ({
    name: `a target while another client ${what}`,
    front,
    expected: { because: [ANOTHER_CLIENT] },
  })),
  {
    name: "a target that stores a URL of its own after some registers, which is no other client",
    mutant: ownUrl,
    expected: { failedToo: ["register.stores"], verdict: "non-conformant" },
  },
];
