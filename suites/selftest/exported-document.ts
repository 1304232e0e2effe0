import { duplicateMembers } from "../../lib/api/json/duplicate-members.ts";
import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import { openapiDocument } from "../../lib/cli/export/openapi-document.ts";
import type { WireAnswer, WireRequest } from "../../lib/http/transport.ts";

const NAME = "openapi.json";

type Pointer = readonly string[];

const document: unknown = openapiDocument();
const ajv = new Ajv.Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(Object(document), NAME);
const compiled = new Map<string, ValidateFunction>();

/** How an exchange differs from the exported OpenAPI document. Undefined: the document admits it, or lacks its operation. */
export function differenceFromDocument(request: WireRequest, answer: WireAnswer): string | undefined {
  const [path = ""] = request.path.split("?");
  const operation = ["paths", path, request.method.toLowerCase()];
  if (request.origin !== undefined || valueAt(operation) === undefined) return undefined;
  const body = jsonOf(answer.body);
  const status =
    valueAt([...operation, "responses", String(answer.status)]) === undefined ? "default" : answer.status;
  const wrong =
    problem([...operation, "responses", String(status)], "*/*", body) ??
    (isAccepted(body)
      ? problem([...operation, "requestBody"], "application/json", registerIn(request))
      : undefined);
  return wrong === undefined
    ? undefined
    : `${path} HTTP ${answer.status} ${String(Buffer.from(answer.body))}: ${wrong}`;
}

/** A body that has another form than a register in JSON, or names a member twice, is open, even where it is accepted. */
function registerIn({ body = Buffer.alloc(0) }: WireRequest): unknown {
  if (duplicateMembers(Buffer.from(body).toString()).length > 0) return undefined;
  const value = jsonOf(body);
  return typeof Object(value).callbackUrl === "string" ? value : undefined;
}

function problem(place: Pointer, type: string, value: unknown): string | undefined {
  const schema = [...place, "content", type, "schema"];
  if (valueAt(schema) === undefined) return undefined;
  if (value === undefined) return type === "*/*" && !isOpen(schema) ? "no JSON" : undefined;
  const validate = validatorAt(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function isOpen(schema: Pointer): boolean {
  return Object.keys(Object(valueAt(schema))).length === 0;
}

function validatorAt(place: Pointer): ValidateFunction {
  const steps = place.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")));
  const $ref = `${NAME}#/${steps.join("/")}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate;
}

function valueAt(place: Pointer): unknown {
  return place.reduce<unknown>((value, step) => Object(value)[step], document);
}

function isAccepted(body: unknown): boolean {
  return Object(body).data === true;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
