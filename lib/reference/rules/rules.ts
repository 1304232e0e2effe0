import { authenticationRules } from "./authentication.ts";
import { bodyRules } from "./body.ts";
import { callbackUrlRules } from "./callback-url.ts";
import { deliveryRules } from "../delivery/delivery-rules.ts";
import { disableRules } from "./disable.ts";
import { envelopeRules } from "./envelope.ts";
import { flowRules } from "./flow.ts";
import { operationRules } from "./operations.ts";
import { mcpGateRules } from "./mcp-gate.ts";
import { mcpServerRules } from "./mcp-server.ts";
import { mcpServiceRules } from "./mcp-service.ts";
import { queryRules } from "./query.ts";
import { registerRules } from "./register.ts";
import { signatureRules } from "./signature.ts";

/** The normative behaviour of the reference, in functions small enough to be replaced one by one. */
export const conformantRules = {
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
export type Rules = typeof conformantRules;
