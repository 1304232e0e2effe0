import { mutatedSources } from "./mutated-sources.ts";
import type { Mutation } from "./mutation.ts";
import { mutationNames } from "./mutation-names.ts";
import { mutationsOf } from "./mutations-of.ts";

/** A mutation of the reference; its number is its place among all of them. */
export interface GeneratedMutant extends Mutation {
  readonly name: string;
}

export function allMutants(): GeneratedMutant[] {
  const mutations = [...mutatedSources()].flatMap(([file, source]) => mutationsOf(file, source));
  const names = mutationNames(mutations);
  return mutations.map((mutation, number) => ({ ...mutation, name: names[number] ?? "" }));
}
