import { expect, test } from "vitest";
import { createReference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { EVENTS } from "./judge-deliveries.ts";
import { judgeTarget, profiles } from "./judge-target.ts";

test("events are triggered within the rate and the budget of the run, and told in its requests", async () => {
  const sent: { readonly path: string; readonly at: number }[] = [];
  const limits = { ...profiles["api-key"].limits, requestsPerSecond: 2 };
  const selectors = ["delivery.reaches-callback-url"];
  const { requests } = await judgeTarget(
    ({ merchants }, { now, sleep }, { post, visit }) => {
      const transport = inProcessTransport(createReference({ merchants, clock: now, sleep, post, visit }));
      return {
        ...transport,
        send: async (request) => {
          sent.push({ path: request.path, at: now() });
          return transport.send(request);
        },
      };
    },
    { facts: { events: EVENTS, limits }, selectors },
  );
  expect(sent.filter(({ path }) => path === "/_events").length).toBeGreaterThan(1);
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  expect(gaps.filter((gap) => gap < 500)).toEqual([]);
  expect(requests).toBe(sent.length);
});
