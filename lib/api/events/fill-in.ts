import type { TriggerStep } from "../../profile/steps-of.ts";

type Body = TriggerStep["body"];

/** What stands in the braces of a trigger, by its name. */
export type Values = ReadonlyMap<string, string>;

/** A text with what stands in braces filled in; what nobody knows stays as it is. */
export function fillIn(
  text: string,
  values: Values,
  written: (value: string) => string = (value) => value,
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : written(value);
  });
}

/** A JSON value with every text in it filled in. */
export function fillInBody(body: Body, values: Values): Body {
  if (typeof body === "string") return fillIn(body, values);
  if (Array.isArray(body)) return body.map((item) => fillInBody(item, values));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, fillInBody(member, values)]));
}
