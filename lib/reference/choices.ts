import { answerAxes } from "./axes/answer.ts";
import { configurationAxes } from "./axes/configuration.ts";
import { credentialAxes } from "./axes/credential.ts";
import { defenceAxes } from "./axes/defence.ts";
import { namedOperationAxes } from "./axes/named-operation.ts";
import { deliveryAxes } from "./axes/delivery.ts";
import { mcpAxes } from "./axes/mcp.ts";
import { operationAxes } from "./axes/operation.ts";
import { repairAxes } from "./axes/repair.ts";
import { transportAxes } from "./axes/transport.ts";
import { urlAxes } from "./axes/url.ts";
import { verificationAxes } from "./axes/verification.ts";

/** Every unspecified answer of the reference and its admissible values; the first one is the default. */
export const axes = {
  ...answerAxes,
  ...configurationAxes,
  ...operationAxes,
  ...namedOperationAxes,
  ...urlAxes,
  ...repairAxes,
  ...credentialAxes,
  ...transportAxes,
  ...defenceAxes,
  ...deliveryAxes,
  ...mcpAxes,
  ...verificationAxes,
} as const;

export type Axis = keyof typeof axes;
export type AxisValue<K extends Axis = Axis> = (typeof axes)[K][number];

/** One value for every axis. */
export type Choices = { readonly [K in Axis]: AxisValue<K> };

export const axisNames: readonly Axis[] = Object.keys(axes).filter(isAxis);

/** Those of the MCP service, which is judged by itself. */
export const mcpAxisNames: readonly Axis[] = Object.keys(mcpAxes).filter(isAxis);

/** Those that only an event shows. */
export const eventAxisNames: readonly Axis[] = Object.keys(deliveryAxes).filter(isAxis);

/** With these, a register succeeds only if the callback URL answers. */
export const verificationAxisNames: readonly Axis[] = Object.keys(verificationAxes).filter(isAxis);

/** All the others. */
export const apiAxisNames: readonly Axis[] = axisNames.filter(
  (name) => ![...mcpAxisNames, ...eventAxisNames, ...verificationAxisNames].includes(name),
);

/** The first value of every axis. */
export const defaultChoices = firstOfEach(axes);

export function isAxis(name: string): name is Axis {
  return Object.hasOwn(axes, name);
}

type FirstOfEach<T extends Record<string, readonly [unknown, ...unknown[]]>> = {
  readonly [K in keyof T]: T[K][0];
};

function firstOfEach<T extends Record<string, readonly [unknown, ...unknown[]]>>(lists: T): FirstOfEach<T> {
  const first = Object.entries(lists).map(([name, [value]]) => [name, value]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(first) as FirstOfEach<T>;
}
