import { loadProfile } from "../../lib/profile/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import type { CheckResult } from "../../lib/engine/result.ts";
import { type DirectCaller, directCaller } from "./direct-caller.ts";
import { runInProcess } from "./run-in-process.ts";

/** The requests of another client, by the number of the request of the run that is under way. */
export type Interfering = (request: number, other: DirectCaller) => Promise<void>;

/** Judges the reference while another client uses the same merchants. */
export async function judgeInterfered(interfering: Interfering, runs = 1): Promise<CheckResult[][]> {
  const { profile } = await loadProfile("reference", {});
  const reference = createReference({ merchants: profile.merchants });
  const other = await directCaller(reference, profile);
  let requests = 0;
  const server = await serveReference({
    ...reference,
    async fetch(request, arrival) {
      await interfering((requests += 1), other);
      return reference.fetch(request, arrival);
    },
  });
  try {
    const seeds = Array.from({ length: runs }, (_, index) => index + 1);
    const stays = seeds.map(async (seed) => runInProcess({ ...profile, baseUrl: server.url }, seed));
    return (await Promise.all(stays)).map(({ judgements }) =>
      judgements.flatMap(({ result }) => ("verdict" in result ? [result] : [])),
    );
  } finally {
    await server.close();
  }
}
