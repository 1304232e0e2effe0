import { apiAxes } from "./axes/api.ts";
import { deliveryAxes } from "./axes/delivery.ts";
import { mcpAxes } from "./axes/mcp.ts";
import { verificationAxes } from "./axes/verification.ts";

/** Every unspecified answer of the reference and its admissible values; the first one is the default. */
export const axes = {
  ...apiAxes,
  ...deliveryAxes,
  ...mcpAxes,
  ...verificationAxes,
} as const;

export type Axis = keyof typeof axes;
export type AxisValue<K extends Axis = Axis> = (typeof axes)[K][number];

export type Choices = { readonly [K in Axis]: AxisValue<K> };

export const axisNames: readonly Axis[] = Object.keys(axes).filter(isAxis);

/** Those of the MCP service, which is judged by itself. */
export const mcpAxisNames: readonly Axis[] = Object.keys(mcpAxes).filter(isAxis);

/** Those that only an event shows. */
export const eventAxisNames: readonly Axis[] = Object.keys(deliveryAxes).filter(isAxis);

/** With these, a register succeeds only if the callback URL answers. */
export const verificationAxisNames: readonly Axis[] = Object.keys(verificationAxes).filter(isAxis);

/** All the others. */
export const apiAxisNames: readonly Axis[] = Object.keys(apiAxes).filter(isAxis);

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
