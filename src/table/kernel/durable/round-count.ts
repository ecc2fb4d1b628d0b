import type { Durable } from "./durable.ts";
import type { VerdictRecord } from "../record.ts";

/** Rounds with a verdict, and those of them that are void now, since somebody began to count. */
export interface RoundCount {
  readonly rounds: number;
  readonly voids: number;
}

/** The count after a verdict. One that replaces another is no round more; a void that replaces none is one more void, a void that is refused one less. */
export function countAfter({ counted, series }: Durable, body: VerdictRecord): RoundCount {
  const { round, kind } = body;
  const { rounds, voids } = counted ?? { rounds: 0, voids: 0 };
  const late = "late" in body ? body.late.stood : undefined;
  const stood = series.find((one) => one.round === round)?.kind ?? late;
  const isBack = stood === "void" && kind !== "void" && voids > 0;
  return {
    rounds: rounds + (stood === undefined ? 1 : 0),
    voids: voids + (kind === "void" && stood !== "void" ? 1 : isBack ? -1 : 0),
  };
}
