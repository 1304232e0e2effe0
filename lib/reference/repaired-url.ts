import type { Choices } from "./choices.ts";

/** The value of callbackUrl that is judged: the given one, repaired as far as the choices say. */
export function repairedUrl(choices: Choices, value: unknown): unknown {
  const url = choices.urlInArray === "unwrapped" ? onlyItem(value) : value;
  if (typeof url !== "string") return url;
  return repairs.filter(({ isChosen }) => isChosen(choices)).reduce((text, { repair }) => repair(text), url);
}

interface Repair {
  readonly isChosen: (choices: Choices) => boolean;
  readonly repair: (url: string) => string;
}

const repairs: readonly Repair[] = [
  { isChosen: ({ paddedUrl }) => paddedUrl === "trimmed", repair: (url) => url.trim() },
  {
    isChosen: ({ slashesOfUrl }) => slashesOfUrl === "two",
    repair: (url) => (/^https:[/\\]*[^/\\?#:]/.test(url) ? withTwoSlashes(url) : url),
  },
  {
    isChosen: ({ whiteSpaceInHost }) => whiteSpaceInHost === "removed",
    repair: (url) => url.replace(/^https:\/\/[^/?#]*/, (start) => start.replaceAll(/\s/g, "")),
  },
];

function withTwoSlashes(url: string): string {
  return url.replace(/^https:[/\\]*/, "https://").replaceAll("\\", "/");
}

function onlyItem(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [item]: readonly unknown[] = value;
  return item;
}
