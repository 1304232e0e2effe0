import type { Known } from "./known.ts";

/** In which state a configuration is, where it is not the plain one. */
export function stateCircumstances({ seen, disabled, since }: Known): string[] {
  const isDisabled = disabled === true || seen?.status === 0 || since.includes("disable");
  return isDisabled ? ["on a disabled configuration"] : [];
}
