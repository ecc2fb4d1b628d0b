import type { Fact } from "./facts.ts";

/** What is known about one fact of a family's vocabulary. */
export interface FactSpec {
  readonly is: Fact["is"];
  /** The words that a fact of kind `word` may take. */
  readonly words?: readonly string[];
  /** `table`: the table knows it from its own records, whatever device is installed. */
  readonly from?: "table";
  /** `disc`: only a vertical wheel has it. */
  readonly of?: "disc";
  readonly about: string;
}
