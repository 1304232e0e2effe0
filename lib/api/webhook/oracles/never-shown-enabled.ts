import type { WebhookContext } from "../webhook-context.ts";

/** Explains why no effect of disable can be seen. Undefined: an answer showed an enabled configuration, or no disabled one. */
export function neverShownEnabled({ seen }: Pick<WebhookContext, "seen">): string | undefined {
  const statuses = new Set(seen.answers.map(({ configuration }) => configuration?.["status"]));
  return statuses.has(0) && !statuses.has(1)
    ? "No register of this run has enabled a configuration, so the run cannot see an effect of disable."
    : undefined;
}
