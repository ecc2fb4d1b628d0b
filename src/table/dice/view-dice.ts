import { KEY_ROLES } from "../../people/keys.ts";
import { reasonView, stepViews } from "../kernel/view/view-rule.ts";
import type { Role } from "../../people/roles.ts";
import { citeText, type DicePack, type Rule } from "../../rules/pack.ts";
import { sameText } from "../../text/every-language.ts";
import type { Text } from "../../text/language.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import type { VerdictRecord } from "../kernel/record.ts";
import { becauseText } from "../kernel/view/texts.ts";
import {
  DICE_TEXTS,
  CLOCK_TEXTS,
  DICE_KEY_TEXTS,
  DUTY_TEXTS,
  passText,
  pointStandsText,
  WAS_ANNOUNCED,
  DIE_FOUND,
  CRAPS_CALLS,
} from "./texts.ts";
import type { CertificateView } from "../kernel/view/view.ts";
import { clocksToRemind } from "./time-in-play.ts";
import type { DiceResult, ThrowIncidentRecord } from "./records.ts";
import {
  CHANGE_STEPS,
  isChangeDue,
  isDieAsked,
  newDurableDice,
  type DurableDice,
  NO_LOSERS_STEP,
} from "./durable-dice.ts";
import { isSeriesTask } from "./rounds.ts";
import { touchRuleOf } from "./touched-dice.ts";
import type { DiceKeyView, DiceResultView, DiceView } from "./view-types.ts";
import type { DiceTypes } from "./types.ts";

/** What of the durable table is shown of its dice. */
type ShownTable = Pick<Durable<DiceTypes>, "open" | "phase" | "round" | "tasks" | "series"> &
  Partial<DiceTypes["durable"]>;

/** What the screens show of a dice table, from the durable table alone. */

/** Suertes that a screen lists. */
export const SUERTES_MAX = 40;

export function diceView(durable: ShownTable, pack: DicePack): DiceView {
  const { dice } = pack;
  const shown = durable.dice ?? newDurableDice(dice.craps !== null);
  const { craps, named, differ } = shown;
  return {
    faces: dice.faces,
    dice: dice.dice,
    thrownFrom: dice.thrownFrom,
    betsOpen: areBetsOpen(durable, pack),
    puck:
      craps === null
        ? null
        : { on: craps.phase === "point", point: craps.phase === "point" ? craps.point : null },
    shooter: shown.shooter,
    duties: dutiesOf(shown, pack),
    keys: currentKeys(durable, shown, pack),
    happened: incidentsOf(durable).map((incident) => incidentView(incident, pack)),
    named: named === null ? null : { faces: named.faces, by: named.by },
    differ: durable.phase === "undecided" && differ?.round === durable.round ? differ.by : [],
  };
}

/**
 * Where the announcement closes the bets they are open while the dice roll. The screen makes the result known with its verdict:
 * from then on nobody bets on it, whether or not the key was pressed.
 */
function areBetsOpen({ phase }: ShownTable, { dice }: DicePack): boolean {
  return phase === "betting" || (dice.betsClose === "announcement" && phase === "throwing");
}

/** What is owed now, and what will be due soon. */
function dutiesOf(shown: DurableDice, pack: DicePack): readonly Text[] {
  return [
    ...(shown.pointAsked === undefined ? [] : [DUTY_TEXTS.confirmPoint]),
    ...(shown.changeOwed ? [isChangeDue(shown) ? DUTY_TEXTS.changeNow : DUTY_TEXTS.changeAfterSeries] : []),
    ...(shown.passing === undefined ? [] : [passText(shown.passing, pack.dice.thrower.passes?.to ?? "next")]),
    ...(isDieAsked(shown) ? [DUTY_TEXTS.sayIfFound] : []),
    ...clocksToRemind(shown, pack.dice).map((which) => CLOCK_TEXTS[which]),
  ];
}

/** Incidents of the round that the screens speak of, newest first. */
function incidentsOf({ dice, round }: ShownTable): readonly ThrowIncidentRecord[] {
  return (dice?.incidents ?? []).filter((incident) => incident.round === round).toReversed();
}

function incidentView(incident: ThrowIncidentRecord, pack: DicePack): DiceView["happened"][number] {
  return {
    rule: reasonView(incident.reason, pack),
    then: stepViews(incident.then, pack),
    verdict: incident.verdict,
  };
}

/** The keys of this moment. Voids and incidents have lists of their own on the page. */
function currentKeys(durable: ShownTable, shown: DurableDice, pack: DicePack): readonly DiceKeyView[] {
  const { open, phase, round } = durable;
  const { dice } = pack;
  const keys: DiceKeyView[] = [];
  const add = (
    key: DiceKeyView["key"],
    asks: DiceKeyView["asks"] = null,
    text = keyText(key.key, pack),
  ): unknown => keys.push({ key, asks, text: text ?? sameText(key.key), for: rolesOf(key, pack) });
  // A round may wait for other decisions beside it.
  const touch = touchRuleOf(pack)?.id;
  const asked = durable.tasks.filter(({ kind, about }) => kind === "decide" && about === touch);
  for (const { round: of, about } of asked) {
    add({ key: "announce", round: of }, null, WAS_ANNOUNCED.yes);
    add({ key: "declare", round: of, rule: about }, null, WAS_ANNOUNCED.no);
  }
  if (!open) return keys;
  const decides = durable.tasks.some(isSeriesTask);
  const isAsked = shown.pointAsked !== undefined;
  if (phase === "betting" && dice.betsClose !== "announcement" && !isAsked) add({ key: "no-more-bets" });
  if (phase === "result" && dice.betsClose === "announcement" && !shown.announced && asked.length === 0)
    add({ key: "announce", round });
  const isResolved = durable.series[0]?.round === round && durable.series[0].resolved !== undefined;
  // In a series faces mean something only while nothing else is open.
  const asks = durable.tasks.filter((task) => task.kind === "decide");
  const mayName = dice.craps === null || (asks.length === 1 && asks[0]?.round === round);
  if (phase === "undecided" && !isResolved && mayName) add({ key: "dice-are", round, faces: [] }, "faces");
  // What has to be done or said first has its own key, and its duty says so.
  const isHeld =
    (dice.craps !== null && decides) ||
    isAsked ||
    isChangeDue(shown) ||
    isDieAsked(shown) ||
    asked.some((task) => task.round === round);
  if (isVerdictPhase(phase) && !isHeld) add({ key: "open-bets" });
  if (phase === "throwing") return keys;
  if (isDieAsked(shown)) {
    add({ key: "die-found" }, null, DIE_FOUND.yes);
    for (const { id } of lostDieRules(pack)) add({ key: "declare", round, rule: id }, null, DIE_FOUND.no);
  }
  if (shown.craps !== null && isAsked) {
    const point = shown.craps.phase === "point" ? shown.craps.point : null;
    add({ key: "mark-point", point }, null, pointStandsText(point));
  }
  add({ key: "change-dice" });
  if (dice.thrower.who === "shooter") add({ key: "change-thrower", seat: null }, "seat");
  else if (dice.thrower.reliefMinutes !== undefined) add({ key: "change-thrower", seat: null });
  if (dice.craps !== null) add({ key: "mark-point", point: null }, "point");
  return keys;
}

/** What is declared when the die that fell was not found: people say so, and the whole set is changed. */
const lostDieRules = ({ rules }: DicePack): readonly Rule[] =>
  rules.filter(
    ({ when, verdict, then }) =>
      "declared" in when && verdict === "stands" && then.some((step) => CHANGE_STEPS.includes(step)),
  );

/** Calls are named on their keys as this law, or the usual word at such a table, has them. */
function keyText(key: string, { announcements }: DicePack): Text | undefined {
  const phase = key === "open-bets" ? "betting" : key;
  return announcements.find((one) => one.phase === phase)?.say ?? DICE_KEY_TEXTS[key];
}

function rolesOf(key: DiceKeyView["key"], pack: DicePack): readonly Role[] {
  const by = key.key === "declare" ? pack.rules.find(({ id }) => id === key.rule)?.declaredBy : undefined;
  const says = key.key === "declare" ? pack.rules.find(({ id }) => id === key.rule)?.when : undefined;
  const declares = by ?? (says !== undefined && "declared" in says ? says.declared : undefined);
  return declares === undefined ? KEY_ROLES[key.key] : [declares];
}

/** The verdict of a throw as people read it. */
export function diceResultView(
  record: VerdictRecord<DiceTypes> & { kind: "result" },
  result: DiceResult,
  certificate: CertificateView,
  { pack, noLosers }: { readonly pack: DicePack; readonly noLosers: boolean },
): DiceResultView {
  const { dice } = pack;
  const { certainty } = record;
  const nameOf = (id: string): Text => dice.suertes.find((suerte) => suerte.id === id)?.name ?? sameText(id);
  const { craps, category } = result;
  const nothing = category === null && dice.suertes.some(({ group }) => group === "category");
  return {
    kind: "dice-result",
    round: record.round,
    faces: result.faces,
    total: result.total,
    equal: result.equal,
    category: category === null ? null : { id: category, name: nameOf(category) },
    noCategory: nothing ? noCategoryView(dice.noCategory) : null,
    craps:
      craps === null
        ? null
        : {
            call: craps.call,
            say: CRAPS_CALLS[craps.call],
            point: craps.after.phase === "point" ? craps.after.point : null,
          },
    suertes: result.suertes.slice(0, SUERTES_MAX).map(({ suerte, is, what }) => {
      return { id: suerte, name: nameOf(suerte), is, what: what ?? [] };
    }),
    noLosers,
    certified: certainty.level === "certified",
    manual: result.manual === true,
    because: certainty.because.map((code) => becauseText(code, DICE_TEXTS)),
    deviations: record.deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}

function noCategoryView(none: DicePack["dice"]["noCategory"]): DiceResultView["noCategory"] {
  if (none === null) return null;
  const silent = none.basis === "inferred" ? { inferred: true as const } : {};
  return { text: none.rule, cite: citeText(none.cite), ...silent };
}

/** Whether what happened after the dice lay at rest lets winners win and nobody lose. */
export function hasNoLosers(durable: ShownTable): boolean {
  return incidentsOf(durable).some(
    ({ verdict, then }) => verdict === "stands" && then.some(({ step }) => step === NO_LOSERS_STEP),
  );
}
