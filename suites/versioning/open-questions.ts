import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { type Draft, queryDraft } from "../../lib/api/request/draft.ts";
import { acceptanceOf } from "../../lib/api/webhook/observing/acceptance.ts";
import { eachPart } from "../../lib/engine/judge/observed.ts";

const query = (change: Partial<Draft>) => acceptanceOf(() => ({ ...queryDraft(), ...change }));
const under = (path: string) => query({ label: `query by ${path}`, path });

export const otherPrefixes = unspecified("versioning.other-prefixes", {
  sections: ["9"],
  text: "Requests under another version prefix, or with a version selected otherwise.",
  observe: eachPart({
    "/abc/v0": under("/abc/v0/webhook/query"),
    "/abc/v2": under("/abc/v2/webhook/query"),
    "/abc": under("/abc/webhook/query"),
    "no prefix": under("/webhook/query"),
    "query parameter version=2": query({ query: "version=2" }),
    "header X-API-Version: 2": query({ headers: [["X-API-Version", "2"]] }),
  }),
});
