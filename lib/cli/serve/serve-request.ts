/** Arguments of `serve`. */
export interface ServeRequest {
  readonly port: number;
  readonly host: string;
  readonly https?: boolean;
  readonly certificate?: string;
  readonly profile: string;
  readonly choice: readonly string[];
  readonly mutant?: string;
}
