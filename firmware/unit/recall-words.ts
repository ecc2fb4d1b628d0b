import { everyEvent } from "../../src/analysis/events.ts";
import type { RecallWords } from "../../src/analysis/recall-types.ts";
import { abortText, becauseText, faultText } from "../../src/table/texts.ts";
import { callFor } from "../../src/table/view-rule.ts";
import { PHASES } from "../../src/table/phase.ts";
import type { Text } from "../../src/text/language.ts";
import type { TableSetup } from "../setup/table-setup.ts";

/** The words of this table for what its records name by id. */
export function recallWords({ pack, rules: { family } }: Pick<TableSetup, "pack" | "rules">): RecallWords {
  const codes = everyEvent().flatMap(({ kind, code }): (readonly [string, Text])[] => {
    if (kind === "reason") return [[code, becauseText(code, family.texts)]];
    if (kind === "aborted") return [[code, abortText(code, family.texts)]];
    return kind === "fault" ? [[code, faultText(code, family.texts).text]] : [];
  });
  const calls = PHASES.flatMap((phase) => {
    const call = callFor(pack, phase);
    return call === null ? [] : [[phase, call.say] as const];
  });
  return {
    rules: Object.fromEntries([...pack.steps, ...pack.rules].map(({ id, text }) => [id, text])),
    calls: Object.fromEntries(calls),
    codes: Object.fromEntries(codes),
    suertes: "suertes" in pack ? Object.fromEntries(pack.suertes.map(({ id, name }) => [id, name])) : {},
  };
}
