import type * as z from "zod";
import type { FieldPath } from "./field-path.ts";

/** One option of a run, declared once: a flag, a variable of the environment and a field of the profile. */
export interface RunOption<S extends z.ZodType = z.ZodType> {
  /** As the command line library takes it, for example `--depth <depth>`. */
  readonly flag: string;
  readonly env: `CONFORMANCE_${string}`;
  /** The field of the profile. null: none. */
  readonly field: FieldPath | null;
  readonly description: string;
  /** Fills in the default, if there is one. */
  readonly schema: S;
  /** Undefined: a profile must give it. */
  readonly default: z.output<S> | undefined;
  /** The type of a text from a flag or a variable. A list is a repeated flag, or a variable with commas. */
  readonly reads: "text" | "number" | "boolean" | "list";
}

/** Declares an option; its default is that of its schema. */
export function runOption<S extends z.ZodType>(declaration: Omit<RunOption<S>, "default">): RunOption<S> {
  return { ...declaration, default: declaration.schema.safeParse(undefined).data };
}
