import { askMerchant } from "../../api/diagnosis/ask-merchant.ts";
import { describeAnswer } from "../../api/exchange/answer.ts";
import { mayBeGateway } from "../../api/exchange/may-be-gateway.ts";
import { type Draft, queryDraft } from "../../api/request/draft.ts";
import { NEW_CONNECTION } from "../../http/transport.ts";
import type { OpenTarget } from "../../session/open-target.ts";
import type { DoctorNote } from "./finding.ts";

const LONG_BODY = Buffer.from(JSON.stringify({ note: "n".repeat(2 ** 16) }));
const CONTENT_TYPE = "application/json";

/** Forms of requests that a run sends and that something in front of a target may stop, each as a query. */
const FORMS: Readonly<Record<string, Partial<Draft>>> = {
  "a body of 64 KiB": { body: LONG_BODY, contentType: CONTENT_TYPE },
  "a body with words of attacks": {
    body: Buffer.from('{"callbackUrl":"javascript:alert(1)","note":"<script>../../etc/passwd"}'),
    contentType: CONTENT_TYPE,
  },
  "words of attacks in its URL": { query: "x=javascript:alert(1)" },
  "headers of clients and proxies": {
    headers: [
      ["X-Forwarded-For", "127.0.0.1"],
      ["X-HTTP-Method-Override", "GET"],
      ["Origin", "http://localhost"],
      ["traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    ],
  },
  "Expect: 100-continue": { body: Buffer.from("{}"), headers: [["Expect", "100-continue"]] },
  "a new connection": { lane: NEW_CONNECTION },
};

/** Sends one query of each form, and says which do not reach the target: a run cannot decide the checks that need them. */
export async function examineWay({ shared }: OpenTarget): Promise<DoctorNote[]> {
  const [merchant] = shared.merchants;
  if (merchant === undefined) return [];
  const stopped: DoctorNote[] = [];
  for (const [form, parts] of Object.entries(FORMS)) {
    const answer = await askMerchant(merchant, { ...queryDraft("open"), ...parts, isUnshown: true });
    if (answer === undefined) stopped.push(noteOf(`a query with ${form} gets no answer`));
    else if (mayBeGateway(answer))
      stopped.push(
        noteOf(
          `a query with ${form} is answered ${describeAnswer(answer)}, by the target or by something in front of it`,
        ),
      );
  }
  if (stopped.length > 0) return stopped;
  const text = "long requests, unusual headers and words of attacks reach the target";
  return [{ state: "well", subject: "way", text }];
}

function noteOf(what: string): DoctorNote {
  return { state: "noted", subject: "way", text: `${what}: a run leaves out what needs it, and names it` };
}
