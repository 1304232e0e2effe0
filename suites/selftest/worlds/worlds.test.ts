import { expect, test } from "vitest";
import { ofClocks } from "./clocks.ts";
import { ofClients } from "./clients.ts";
import { ofCredentials } from "./credentials.ts";
import { ofDefences } from "./defences.ts";
import { ofOpenings } from "./openings.ts";
import { ofReadings } from "./readings.ts";
import { ofGateways } from "./gateways.ts";
import { ofDeliveries } from "./deliveries.ts";
import { ofMcp } from "./mcp.ts";
import { ofWays } from "./ways.ts";
import { compared } from "./world.ts";

const worlds = [
  ...ofClocks,
  ...ofClients,
  ...ofCredentials,
  ...ofDefences,
  ...ofDeliveries,
  ...ofGateways,
  ...ofMcp,
  ...ofOpenings,
  ...ofReadings,
  ...ofWays,
].map((world) => [world.name, world] as const);

test.for(worlds)("a run against %s", async ([, world]) => {
  const { shown, wanted } = await compared(world);
  expect(shown).toEqual(wanted);
});
