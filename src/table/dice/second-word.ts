import type { DieFace } from "../../dice/faces.ts";
import { emit, type TableTurn } from "../turn.ts";
import { courseOf } from "./course.ts";
import { diceOf, setDice, setThrow } from "./live.ts";
import { callableByAnybody } from "./undecide.ts";

/** The second source spoke. After the verdict it can only contradict what stands. */
export function witnessed(turn: TableTurn, faces: readonly DieFace[] | null, why: string | null): void {
  const now = diceOf(turn).throw;
  if (now === null) return late(turn, faces, why);
  if (now.witness.stage !== "asked" || now.read === null) return;
  setThrow(turn, { witness: { stage: "answered", faces, why } });
  const settled = diceOf(turn).throw;
  if (settled?.read != null) courseOf(turn).judge(turn, settled, settled.read);
}

function late(turn: TableTurn, faces: readonly DieFace[] | null, why: string | null): void {
  const { verdict, phase } = turn.durable;
  if (phase !== "result" || verdict?.kind !== "result") return;
  if (!("faces" in verdict.result) || verdict.result.manual === true) return;
  const said = faces === null ? null : [...faces].sort().join(" ");
  const own = [...verdict.result.faces].sort().join(" ");
  if (said === own) return;
  if (verdict.certainty.witnesses.includes("witness")) return retracted(turn, verdict.round, why);
  // It never had an opinion, and has none now.
  if (said === null) return;
  const detail = { seen: `${own} / ${said}` };
  emit(turn, { kind: "fault", device: "witness", code: "number-changed", round: verdict.round, detail });
  emit(turn, {
    kind: "undecided",
    round: verdict.round,
    because: ["witness-differs"],
    seen: { dice: own, witness: said },
    mayBeCalled: callableByAnybody(turn),
  });
}

/**
 * It had agreed, and now says otherwise or takes it back. What it contradicts is itself: the result was read twice without
 * it and stands; that its word is worth nothing is told, once.
 */
function retracted(turn: TableTurn, round: number, why: string | null): void {
  if (diceOf(turn).retracted === round) return;
  setDice(turn, { retracted: round });
  const detail = { why: why ?? "another answer after it agreed" };
  emit(turn, { kind: "fault", device: "witness", code: "witness-nonsense", round, detail });
}
