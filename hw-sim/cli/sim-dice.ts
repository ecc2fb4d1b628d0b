import { DICE_PROFILES } from "../sim/dice/make-throw.ts";
import { DICE_MUST_BE_ZERO, type DiceScore } from "../sim/dice/summary.ts";
import { printableScore } from "../sim/tally.ts";
import { simulateDice } from "../sim/run.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { headOf, summaryText, packOf, rulebookOf, runWatched, type SimChoice } from "./sim-shown.ts";

interface DiceChoice extends SimChoice {
  readonly faults: keyof typeof DICE_PROFILES;
  readonly profile?: "fast" | "rendered";
}

/** `tirada sim dice`. */
export async function runDice(options: DiceChoice): Promise<void> {
  const rulebook = rulebookOf(options, "dice");
  const pack = packOf(rulebook);
  if (pack.family !== "dice")
    throw new Problem(EXIT.usage, `${rulebook} is played with a ${pack.family}, not with dice`);
  const { rounds, seed } = options;
  const faults = DICE_PROFILES[options.faults];
  const profile = options.profile ?? "rendered";
  const score = await runWatched(options, (watched) =>
    simulateDice({ rounds, seed, rulebook, faults, profile, ...watched }),
  );
  const head = headOf(options, pack, { device: "tirada-eye", profile });
  const summary = { ...head, ...printableScore(score) };
  process.stdout.write(options.json === true ? `${JSON.stringify(summary)}\n` : readable(summary, score));
}

/** For people: what must be zero and is not, before all else. */
function readable(summary: Readonly<Record<string, unknown>>, score: DiceScore): string {
  const wrong = DICE_MUST_BE_ZERO.filter((name) => score[name] > 0).map((name) => `${name} ${score[name]}`);
  return summaryText(summary, [
    `${score.rounds} throws of ${String(summary["rulebook"])}, faults: ${String(summary["faults"])}, seed ${String(summary["seed"])}`,
    wrong.length === 0 ? "nothing wrong" : wrong.join(" · "),
  ]);
}
