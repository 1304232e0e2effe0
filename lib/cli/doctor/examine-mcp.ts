import { diagnosisText } from "../../api/diagnosis/diagnosis.ts";
import type { OpenTarget } from "../../session/open-target.ts";
import { whyNoMcp } from "../../session/why-no-mcp.ts";
import { InconclusiveError, UnofferedError } from "../../engine/verdict.ts";
import { findResource, serverOf } from "../../mcp/discovery.ts";
import type { Mcp } from "../../mcp/mcp.ts";
import type { DoctorNote } from "./finding.ts";

const SUBJECT = "mcp";

/**
 * Examines whether the MCP service answers to the read-only token, in which eras, and where its authorization
 * server is. Needs an address.
 */
export async function examineMcp({ shared, recorder }: OpenTarget): Promise<DoctorNote[]> {
  const { mcp } = shared;
  if (mcp === undefined) return [];
  if (mcp.readOnly.token === undefined)
    return [
      { state: "noted", subject: SUBJECT, text: "no mcp.readOnlyToken: the MCP service is not checked" },
    ];
  const diagnosis = shared.merchants.length === 0 ? await whyNoMcp({ shared, recorder }) : undefined;
  if (diagnosis !== undefined)
    return [{ state: "wrong", subject: SUBJECT, code: diagnosis.code, text: diagnosisText(diagnosis) }];
  try {
    return [await spoken(mcp), await protectedBy(mcp)];
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof UnofferedError)) throw error;
    return [{ state: "noted", subject: SUBJECT, text: recorder.redact(error.message) }];
  }
}

async function spoken(mcp: Mcp): Promise<DoctorNote> {
  const eras = await mcp.eras();
  const words = eras.map(({ name, revision }) => `${revision} (${name})`).join(" and ");
  return { state: "well", subject: SUBJECT, text: `${mcp.url} answers to the read-only token, by ${words}` };
}

async function protectedBy(mcp: Mcp): Promise<DoctorNote> {
  const { found } = await findResource(mcp);
  if (found === undefined)
    return {
      state: "noted",
      subject: SUBJECT,
      text: "found no metadata of the service: a run will report it",
    };
  const { issuer } = await serverOf(mcp);
  return { state: "well", subject: SUBJECT, text: `tokens come from ${issuer}` };
}
