import { closest, distance } from "fastest-levenshtein";

/**
 * Finds the candidate that the user probably meant. Undefined: no candidate is close enough. A third of the letters
 * may differ.
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const nearest = closest(
    word.toLowerCase(),
    candidates.map((candidate) => candidate.toLowerCase()),
  );
  const meant = candidates.find((candidate) => candidate.toLowerCase() === nearest);
  const allowed = Math.max(1, Math.ceil(word.length / 3));
  return meant !== undefined && distance(word.toLowerCase(), nearest) <= allowed ? meant : undefined;
}

/** Completes a message by `; did you mean …?`. Empty: no candidate is close enough. */
export function meantText(word: string, candidates: readonly string[]): string {
  const meant = didYouMean(word, candidates);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
