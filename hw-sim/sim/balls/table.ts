import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { SimulatedHall, type HallOptions, type PlayedGame } from "./hall.ts";
import { newBallsTally, type BallsCounter, type BallsScore } from "../scores.ts";

export type BallsSimOptions = HallOptions;

/** Plays so many games of one hall, and holds every one against what truly came. */
export function playBalls(options: BallsSimOptions, rounds: number): BallsScore {
  const hall = new SimulatedHall(options);
  const tally = newBallsTally();
  for (let game = 0; game < rounds; game++) {
    const played = hall.play();
    const { truth } = played;
    tally.count("rounds");
    if (truth.wrong.length > 0) tally.count("roundsWithFault");
    for (const one of truth.wrong) tally.add("faultsPut", one);
    const how = `game ${truth.round} (${truth.wrong.join(", ") || "clean"})`;
    const report = (what: BallsCounter, detail: string): void => tally.addExample(what, `${how}: ${detail}`);
    scoreVerdict(played, report, (counter) => tally.count(counter));
    for (const key of played.refused) report("refusedKeys", key);
    for (const key of played.taken) report("wrongKeysTaken", key);
    for (const check of played.wrongChecks) report("wrongChecks", check);
    if (played.lost > 0) tally.addExample("lostRecords", how, played.lost);
  }
  return tally.score;
}

type Verdict = Extract<RecordBody, { readonly kind: "result" | "void" | "undecided" | "aborted" }>;
const isVerdict = (body: RecordBody): body is Verdict =>
  ["result", "void", "undecided", "aborted"].includes(body.kind);

function scoreVerdict(
  { truth, records }: PlayedGame,
  report: (what: BallsCounter, detail: string) => void,
  count: (what: BallsCounter) => void,
): void {
  const verdict = records.filter(isVerdict).find(({ round }) => round === truth.round);
  const balls = new Set(records.flatMap((body) => (body.kind === "ball" ? [body.n] : [])));
  const missing = truth.order.filter((_, at) => !balls.has(at + 1)).length;
  if (missing > 0) report("lostRecords", `${missing} balls without a record`);
  if (verdict === undefined) return report("noVerdict", "no verdict");
  if (verdict.kind !== "result") {
    count(verdict.kind === "void" ? "voided" : verdict.kind);
    if (verdict.kind !== truth.comesTo)
      report(
        verdict.kind === "void" ? "falseVoids" : "falseUndecided",
        `${verdict.kind}, not ${truth.comesTo}`,
      );
    return;
  }
  if (truth.comesTo !== "result") return report("missedVoids", `a result, not ${truth.comesTo}`);
  const isCertified = verdict.certainty.level === "certified";
  count(isCertified ? "certified" : "reported");
  const { order, line, bingo } = verdict.result as {
    readonly order: readonly number[];
    readonly line: readonly { readonly card: number }[];
    readonly bingo: readonly { readonly card: number }[];
  };
  const said = [order.join(), cardsOf(line), cardsOf(bingo)].join(" | ");
  const truly = [truth.order.join(), [...truth.line].sort().join(), [...truth.bingo].sort().join()].join(" | ");
  if (said !== truly) report("wrongResults", `${said} instead of ${truly}`);
  if (isCertified && truth.neededPeople) report("certifiedThoughSpoiled", "certified");
  if (!isCertified && !truth.neededPeople) report("cleanNotCertified", verdict.certainty.because.join());
}

const cardsOf = (winners: readonly { readonly card: number }[]): string =>
  winners
    .map(({ card }) => card)
    .sort()
    .join();
