import type { Durable } from "./durable.ts";
import type { VerdictRecord } from "./record.ts";

/** Rounds with a verdict, and those of them that are void now, since somebody began to count. */
export interface RoundCount {
  readonly rounds: number;
  readonly voids: number;
}

/** The count after a verdict. One that replaces another is no round more; a void that replaces none is one more void. */
export function countAfter({ counted, series }: Durable, { round, kind }: VerdictRecord): RoundCount {
  const { rounds, voids } = counted ?? { rounds: 0, voids: 0 };
  const stood = series.find((one) => one.round === round);
  return {
    rounds: rounds + (stood === undefined ? 1 : 0),
    voids: voids + (kind === "void" && stood?.kind !== "void" ? 1 : 0),
  };
}
