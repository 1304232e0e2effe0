import { expect, test } from "vitest";
import { KnownConfigurations } from "./delivery-history.ts";

test("a configuration that was read is not queried again, unless it must be the latest", async () => {
  let queries = 0;
  const merchant = { name: "alpha", configuration: async () => ({ retryCount: (queries += 1) }) };
  const known = new KnownConfigurations();
  expect(await known.lastSeen(merchant)).toEqual({ retryCount: 1 });
  expect(await known.lastSeen(merchant)).toEqual({ retryCount: 1 });
  expect(await known.latest(merchant)).toEqual({ retryCount: 2 });
  expect(await known.lastSeen(merchant)).toEqual({ retryCount: 2 });
  expect(queries).toBe(2);
});
