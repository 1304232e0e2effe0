import { ambient } from "../lib/check.ts";

export const answersOneJsonObject = ambient("envelope.json-object");
export const codeIsAnInteger = ambient("envelope.code-integer");
export const msgIsAString = ambient("envelope.msg-string");
export const messageIsAString = ambient("envelope.message-string");
export const answersRegisterAndDisableWithABoolean = ambient("envelope.data-boolean");
export const answersQueryWithAnObject = ambient("envelope.data-object");
export const keepsSecrets = ambient("envelope.keeps-secrets");
export const hasCodeMsgAndMessage = ambient("envelope.complete");
export const leavesOutWhatHasNoValue = ambient("envelope.no-nulls");
export const namesEachMemberOnce = ambient("envelope.plain-json");
