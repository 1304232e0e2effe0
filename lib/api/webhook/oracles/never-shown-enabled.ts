import type { WebhookContext } from "../webhook-context.ts";

/** Why no effect of disable can be seen. Undefined: a configuration was shown enabled, or none was shown disabled. */
export function neverShownEnabled({ seen }: Pick<WebhookContext, "seen">): string | undefined {
  const statuses = new Set(seen.answers.map(({ configuration }) => configuration?.["status"]));
  return statuses.has(0) && !statuses.has(1)
    ? "No register of this run has enabled a configuration, so no disable can be seen to take effect."
    : undefined;
}
