import { expect, test } from "vitest";
import { isInSample, JUDGES_ALL } from "../is-in-sample.ts";
import { ofAnswers } from "./answers.ts";
import { ofChoices } from "./choices.ts";
import { ofClocks } from "./clocks.ts";
import { ofClients } from "./clients.ts";
import { ofCredentials } from "./credentials.ts";
import { ofDefences } from "./defences.ts";
import { ofOpenings } from "./openings.ts";
import { ofReadings } from "./readings.ts";
import { ofSilences } from "./silences.ts";
import { ofGateways } from "./gateways.ts";
import { ofDeliveries } from "./deliveries.ts";
import { ofMcp } from "./mcp.ts";
import { ofWays } from "./ways.ts";
import { compared } from "./world.ts";

const worlds = [
  ...ofAnswers,
  ...ofChoices,
  ...ofClocks,
  ...ofClients,
  ...ofCredentials,
  ...ofDefences,
  ...ofDeliveries,
  ...ofGateways,
  ...ofMcp,
  ...ofOpenings,
  ...ofReadings,
  ...ofSilences,
  ...ofWays,
].map((world) => [world.name, world] as const);

/** One world in five is judged, and all with `JUDGES_ALL`. */
const judged = worlds.filter(([name]) => JUDGES_ALL || isInSample(name, 5));

test.for(judged)("a run against %s", async ([, world]) => {
  const { shown, wanted } = await compared(world);
  expect(shown).toEqual(wanted);
});
