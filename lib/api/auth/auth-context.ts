import type { OperationsContext } from "../operations/operations-context.ts";
import type { WebhookContext } from "../webhook/webhook-context.ts";

/** The means of checks of credentials, which every operation demands. */
export interface AuthContext extends WebhookContext, OperationsContext {
  readonly secondRound: AuthContext | undefined;
}
