import { throwOutcome } from "../../rules/throw-outcome.ts";
import type { DieFace } from "../../dice/faces.ts";
import { rulesAt } from "../../rules/coverage.ts";
import { becauseOf, blocks, stepsAfter, type Judgement } from "../../rules/engine.ts";
import type { Reason } from "../../rules/reason.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { diceOf, gameOf, type Throw } from "./live.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { readingFaults, refusingFault } from "./reading-faults.ts";
import { endThrow } from "./throws.ts";
import { factsAtRest } from "./throw-facts.ts";
import { askIfAnnounced, touchRule } from "./touched.ts";
import { undecide } from "./undecide.ts";
import type { DiceReason } from "../../codes/reasons.ts";

/** The dice lie at rest: the throw gets its one verdict. */
export function judgeThrow(context: TableContext, now: Throw, read: ThrowRead): void {
  const refusing = refusingFault(context);
  if (refusing !== null) return undecide(context, [refusing]);
  const judgement = context.rules.judge(factsAtRest(context, now, read), "rest");
  if (judgement.voids.length > 0) return annul(context, judgement.voids);
  const unjudged = judgement.unjudged.filter(blocks);
  // What is against the reading itself says more to people than which paragraph it leaves open.
  const against = [...now.doubts, ...readingFaults(context, now, read), ...seriesFaults(context)];
  if (unjudged.length > 0 || against.length > 0) {
    // Dice that could not be read leave nearly every rule open; then only what the law leaves to a person for certain is named.
    const named =
      against.length > 0 ? unjudged.filter(({ because }) => because === "left-to-a-person") : unjudged;
    return undecide(
      context,
      [...against, ...becauseOf(named)],
      named.map(({ rule }) => rule),
    );
  }
  const faces = read.dice.flatMap(({ face }) => face ?? []);
  certify(context, now, read, faces, judgement);
}

/** In a series faces mean something only from a known point on. */
function seriesFaults(context: TableContext): readonly DiceReason[] {
  const isUnknown = context.durable.dice?.craps === null && gameOf(context).dice.craps !== null;
  return isUnknown ? ["series-unknown"] : [];
}

function annul(context: TableContext, reasons: readonly Reason[]): void {
  const now = diceOf(context).throw;
  if (now === null) return;
  const { pack, coverage } = context.rules;
  const rules = reasons.map(({ rule }) => rule);
  const then = stepsAfter(pack, rules, coverage.houseRules);
  emitRecord(context, { kind: "void", round: now.round, reasons, then, calledBy: "machine" });
  endThrow(context);
}

function certify(
  context: TableContext,
  now: Throw,
  read: ThrowRead,
  faces: readonly DieFace[],
  { deviations, held, applying }: Judgement,
): void {
  const { coverage } = context.rules;
  const series = context.durable.dice?.craps ?? null;
  const outcome = throwOutcome(gameOf(context).dice, faces, series);
  const heldAt = (level: "judged" | "bounded"): string[] =>
    rulesAt(coverage, level).filter((rule) => held.includes(rule));
  const agreed = now.witness.stage === "answered" && now.witness.faces !== null;
  emitRecord(context, {
    kind: "result",
    round: now.round,
    result: {
      ...outcome,
      lay: read.dice.flatMap(({ face, x, y }) => (face === null ? [] : [{ face, x, y }])),
      picture: read.picture,
    },
    certainty: {
      level: "certified",
      witnesses: ["first-reading", "second-reading", ...(agreed ? ["witness"] : [])],
      judged: heldAt("judged"),
      bounded: heldAt("bounded"),
      attested: rulesAt(coverage, "attested"),
      notObservable: rulesAt(coverage, "not-observable"),
      because: [],
    },
    deviations,
    seen: { throw: read.n },
  });
  endThrow(context);
  const touched = touchRule(context.rules.pack);
  for (const { rule, verdict, reason } of applying) {
    if (verdict !== "stands" || rule === touched) continue;
    const then = stepsAfter(context.rules.pack, [rule.id], coverage.houseRules);
    emitRecord(context, {
      kind: "throw-incident",
      round: now.round,
      reason,
      verdict,
      then,
      calledBy: "machine",
    });
  }
  const stands = context.durable.verdict;
  const isTouched = applying.some(({ rule }) => rule === touched);
  if (isTouched && stands?.kind === "result" && "faces" in stands.result)
    askIfAnnounced(context, now.round, stands.result, "before the verdict");
}
