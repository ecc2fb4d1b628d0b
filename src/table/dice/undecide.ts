import { declare } from "../../rules/declare.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { diceOf } from "./live.ts";
import { endThrow } from "./throws.ts";
import type { ReasonCode } from "../../codes/reasons.ts";

/** A person decides: why, what was seen, and what it may be called. */
export function undecide(
  context: TableContext,
  because: readonly ReasonCode[],
  unjudged: readonly string[] = [],
): void {
  const now = diceOf(context).throw;
  if (now === null) return;
  const seen = now.read?.dice.map(({ face }) => face ?? "?").join(" ") ?? null;
  const codes = [...new Set(because)];
  emitRecord(context, {
    kind: "undecided",
    round: now.round,
    because: codes.length > 0 ? codes : ["no-rest"],
    seen: {
      dice: seen,
      picture: now.read?.picture ?? null,
      witness: now.witness.faces?.join(" ") ?? now.witness.why,
      ...(unjudged.length > 0 ? { rules: unjudged.join(", ") } : {}),
    },
    mayBeCalled: callableByAnybody(context),
  });
  endThrow(context);
}

/** Voids that somebody may declare under this rulebook, whoever the law names. */
export function callableByAnybody(context: TableContext): readonly string[] {
  const { pack, coverage } = context.rules;
  return pack.rules
    .filter(({ id, scope, declaredBy }) => {
      if (declaredBy === undefined || scope !== "throw") return false;
      const word = declare(pack, coverage.houseRules, id, declaredBy);
      return word.ok && word.outcome === "void";
    })
    .map(({ id }) => id);
}
