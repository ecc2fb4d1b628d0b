import type { DieFace } from "../../dice/faces.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { courseOf } from "./policy.ts";
import { diceOf, setDice, setThrow } from "./live.ts";
import { callableByAnybody } from "./undecide.ts";

/** The second source spoke. After the verdict it can only contradict what stands. */
export function witnessed(context: TableContext, faces: readonly DieFace[] | null, why: string | null): void {
  const now = diceOf(context).throw;
  if (now === null) return late(context, faces, why);
  if (now.witness.stage !== "asked" || now.read === null) return;
  setThrow(context, { witness: { stage: "answered", faces, why } });
  const settled = diceOf(context).throw;
  if (settled?.read != null) courseOf(context).judge(context, settled, settled.read);
}

function late(context: TableContext, faces: readonly DieFace[] | null, why: string | null): void {
  const { verdict, phase } = context.durable;
  if (phase !== "result" || verdict?.kind !== "result") return;
  if (!("faces" in verdict.result) || verdict.result.manual === true) return;
  const text = faces === null ? null : [...faces].sort().join(" ");
  const own = [...verdict.result.faces].sort().join(" ");
  if (text === own) return;
  if (verdict.certainty.witnesses.includes("witness")) return retracted(context, verdict.round, why);
  // It never had an opinion, and has none now.
  if (text === null) return;
  const detail = { seen: `${own} / ${text}` };
  emitRecord(context, {
    kind: "fault",
    device: "witness",
    code: "number-changed",
    round: verdict.round,
    detail,
  });
  emitRecord(context, {
    kind: "undecided",
    round: verdict.round,
    because: ["witness-differs"],
    seen: { dice: own, witness: text },
    mayBeCalled: callableByAnybody(context),
  });
}

/**
 * It had agreed, and now says otherwise or takes it back. What it contradicts is itself: the result was read twice without
 * it and stands; that its word is worth nothing is told, once.
 */
function retracted(context: TableContext, round: number, why: string | null): void {
  if (diceOf(context).retracted === round) return;
  setDice(context, { retracted: round });
  const detail = { why: why ?? "another answer after it agreed" };
  emitRecord(context, { kind: "fault", device: "witness", code: "witness-nonsense", round, detail });
}
