import { authenticationRules, type AuthenticationRules } from "./authentication.ts";
import { bodyRules, type BodyRules } from "./body.ts";
import { callbackUrlRules, type CallbackUrlRules } from "./callback-url.ts";
import { deliveryRules, type DeliveryRules } from "../delivery/delivery-rules.ts";
import { disableRules, type DisableRules } from "./disable.ts";
import { envelopeRules, type EnvelopeRules } from "./envelope.ts";
import { flowRules, type FlowRules } from "./flow.ts";
import { operationRules, type OperationRules } from "./operations.ts";
import { mcpGateRules, type McpGateRules } from "./mcp-gate.ts";
import { mcpServerRules, type McpServerRules } from "./mcp-server.ts";
import { mcpServiceRules, type McpServiceRules } from "./mcp-service.ts";
import { queryRules, type QueryRules } from "./query.ts";
import { registerRules, type RegisterRules } from "./register.ts";
import { signatureRules, type SignatureRules } from "./signature.ts";

/** The normative behaviour of the reference, in functions small enough to be replaced one by one. */
export interface Rules {
  readonly flow: FlowRules;
  readonly authentication: AuthenticationRules;
  readonly signature: SignatureRules;
  readonly body: BodyRules;
  readonly callbackUrl: CallbackUrlRules;
  readonly register: RegisterRules;
  readonly query: QueryRules;
  readonly disable: DisableRules;
  readonly operations: OperationRules;
  readonly envelope: EnvelopeRules;
  readonly delivery: DeliveryRules;
  readonly mcpGate: McpGateRules;
  readonly mcpServer: McpServerRules;
  readonly mcpService: McpServiceRules;
}

export const conformantRules: Rules = {
  flow: flowRules,
  authentication: authenticationRules,
  signature: signatureRules,
  body: bodyRules,
  callbackUrl: callbackUrlRules,
  register: registerRules,
  query: queryRules,
  disable: disableRules,
  operations: operationRules,
  envelope: envelopeRules,
  delivery: deliveryRules,
  mcpGate: mcpGateRules,
  mcpServer: mcpServerRules,
  mcpService: mcpServiceRules,
};
