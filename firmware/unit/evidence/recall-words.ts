import { everyEvent, type EventKind } from "../../../src/analysis/events.ts";
import type { RecallWords } from "../../../src/analysis/recall-types.ts";
import { abortText, becauseText, faultText } from "../../../src/table/kernel/view/texts.ts";
import { callFor } from "../../../src/table/kernel/view/view-rule.ts";
import { PHASES } from "../../../src/table/kernel/phase.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";

/** What the pages call a phase where a kind of game has words of its own. */
const OWN_PHASES: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  shoe: textsOf("pages.of-cards.phases"),
  dice: textsOf("pages.of-dice.phases"),
  balls: textsOf("pages.of-balls.phases"),
};

/** A table as far as its words go: its rulebook, and its family. */
export interface RecalledTable {
  readonly pack: TableSetup["pack"];
  readonly rules: Pick<TableSetup["rules"], "family">;
}

/** The words of this table for what its records name by id. */
export function recallWords({ pack, rules: { family } }: RecalledTable): RecallWords {
  const events = everyEvent();
  const named = (kinds: readonly EventKind[], textOf: (code: string) => Text): Readonly<Record<string, Text>> =>
    Object.fromEntries(
      events.flatMap(({ kind, code }) => (kinds.includes(kind) ? [[code, textOf(code)] as const] : [])),
    );
  const calls = PHASES.flatMap((phase) => {
    const call = callFor(pack, phase);
    return call === null ? [] : [[phase, call.say] as const];
  });
  return {
    rules: Object.fromEntries([...pack.steps, ...pack.rules].map(({ id, text }) => [id, text])),
    calls: { ...OWN_PHASES[pack.family], ...Object.fromEntries(calls) },
    // A fault that stands may be the reason itself.
    codes: {
      ...named(["fault", "reason"], (code) => becauseText(code, family.texts)),
      ...named(["aborted"], (code) => abortText(code, family.texts)),
    },
    faults: named(["fault"], (code) => faultText(code, family.texts).text),
    suertes: "suertes" in pack ? Object.fromEntries(pack.suertes.map(({ id, name }) => [id, name])) : {},
    names: pack.names ?? {},
  };
}
