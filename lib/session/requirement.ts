import type { Requirement as AnyRequirement } from "../engine/requirement/requirement.ts";
import type { EventsContext } from "../api/events/deliveries/events-context.ts";
import type { OperationsContext } from "../api/operations/operations-context.ts";
import type { OperationsMoment } from "../api/operations/operations-moment.ts";
import type { Opening } from "../api/webhook/requirement.ts";
import type { WebhookContext } from "../api/webhook/webhook-context.ts";
import type { WebhookMoment } from "../api/webhook/webhook-moment.ts";
import type { Sourced } from "../mcp/requirement.ts";
import type { McpContext } from "../mcp/service/mcp.ts";
import type { Queried } from "../profile/needs/presumptions.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/** The means of every area: a session can carry out a check of any of them. */
export interface Context extends WebhookContext, OperationsContext, EventsContext, McpContext {}

/** An answer with all that the rules of any area hear. */
export interface HeardAnswer extends WebhookMoment, OperationsMoment {}

/** One sentence of the document, of any area. */
export type Requirement = AnyRequirement<Context, Profile, HeardAnswer> & Opening & Sourced & Queried;
