/** A rule of the language that every text keeps. Each example breaks it. */
export interface LanguageRule {
  readonly pattern: RegExp;
  readonly examples: readonly string[];
}

/** Rules for every sentence: pages, messages, comments, rows of the catalogue, and descriptions of schemas. */
export const LANGUAGE_RULES: readonly LanguageRule[] = [
  {
    pattern: /\b(?:nobody|anybody|somebody)\b/i,
    examples: ["Nobody is accused there.", "A run that anybody starts.", "A waiver that somebody wrote."],
  },
  {
    pattern: /\bheld against\b/i,
    examples: ["What is held against a target showed three times.", "A failure is held against the target."],
  },
  { pattern: /\bin (?:the )?place of\b/i, examples: ["A cookie in the place of a token."] },
  { pattern: /\b(?:is|are) none\b/i, examples: ["The plan is none."] },
  { pattern: /^What (?:is|was|came)\b/, examples: ["What was there is put back.", "What came is judged."] },
];

/** The run reports or shows. "To tell two things apart" is standard English. */
const REPORTS: LanguageRule = {
  pattern: /\b(?:is|are|was|were|be) told\b|\btelling\b|\btells\b|\bto tell (?!apart)/i,
  examples: [
    "Is told what a run has left.",
    "It cannot be told from a refusal.",
    "A name telling the mode.",
    "Query tells the status.",
    "No `status` to tell whether it was disabled.",
  ],
};

/** Rules for comments, in addition. A comment begins with a verb or the thing itself. */
export const COMMENT_RULES: readonly LanguageRule[] = [
  ...LANGUAGE_RULES,
  { pattern: /^What\b/, examples: ["What a result shows.", "What the target answers."] },
  REPORTS,
  { pattern: /\bof ours\b/i, examples: ["A defect of ours."] },
];

/** Rules for messages, in addition. Users read the terms of the glossary. */
export const MESSAGE_RULES: readonly LanguageRule[] = [
  ...LANGUAGE_RULES,
  REPORTS,
  { pattern: /\b(?:does|do) not bind\b/i, examples: ["25 do not bind.", "It does not bind this target."] },
  { pattern: /\bThe profile offers\b/, examples: ["The profile offers no second merchant."] },
  { pattern: /\bput back\b/i, examples: ["The target is put back."] },
  { pattern: /\bof (?:no|any) use\b/i, examples: ["The waiver is of no use any more."] },
];

/** Finds the rules that a sentence breaks. */
export function brokenRules(sentence: string, rules: readonly LanguageRule[]): LanguageRule[] {
  return rules.filter(({ pattern }) => pattern.test(sentence));
}
