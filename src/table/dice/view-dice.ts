import type { Key } from "../../people/keys.ts";
import { ruleView } from "../view-rule.ts";
import { KEY_ROLES } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import type { DicePack } from "../../rules/pack.ts";
import { LANGUAGES, type Text } from "../../text/language.ts";
import type { Durable } from "../durable.ts";
import type { VerdictRecord } from "../record.ts";
import { becauseText } from "../texts.ts";
import type { CertificateView } from "../view.ts";
import type { DiceResult, ThrowIncidentRecord } from "./records.ts";
import { noDice, type DiceShown } from "./shown.ts";
import { NO_LOSERS_STEP } from "./steps.ts";
import { DICE_KEY_TEXTS, DUTY_TEXTS } from "./texts/keys.ts";
import { CRAPS_CALLS } from "./texts/craps.ts";
import type { DiceKeyView, DiceResultView, DiceView } from "./view-types.ts";

/** What the screens show of a dice table, from the durable table alone. */

/** Suertes that a screen lists. */
const SUERTES_MAX = 40;

export function diceView(durable: Durable, pack: DicePack): DiceView {
  const { dice } = pack;
  const shown = durable.dice ?? noDice(dice.craps !== null);
  const { craps, named, differ } = shown;
  return {
    faces: dice.faces,
    dice: dice.dice,
    thrownFrom: dice.thrownFrom,
    betsOpen: areBetsOpen(durable, shown, pack),
    puck:
      craps === null
        ? null
        : { on: craps.phase === "point", point: craps.phase === "point" ? craps.point : null },
    shooter: shown.shooter,
    duties: shown.changeOwed ? [DUTY_TEXTS["change-dice"]] : [],
    keys: keysNow(durable, shown, pack),
    happened: shown.incidents.toReversed().map((incident) => happened(incident, pack)),
    named: named === null ? null : { faces: named.faces, by: named.by },
    differ: durable.phase === "undecided" && differ?.round === durable.round ? differ.by : [],
  };
}

/** A throw that came to no result is announced as such, and no bet is made on it any more. */
function areBetsOpen({ phase }: Durable, { announced }: DiceShown, { dice }: DicePack): boolean {
  if (phase === "betting") return true;
  if (dice.betsClose !== "announcement") return false;
  return phase === "throwing" || (phase === "result" && !announced);
}

function happened(incident: ThrowIncidentRecord, pack: DicePack): DiceView["happened"][number] {
  const { rule: id, cite } = incident.reason;
  return {
    rule: ruleView(pack, id, cite, ruleText(pack, id)),
    then: incident.then.map((next) => ({
      ...next,
      text: pack.steps.find((step) => step.id === next.step)?.text ?? same(next.step),
    })),
    verdict: incident.verdict,
  };
}

function ruleText(pack: DicePack, id: string): Text {
  return pack.rules.find((rule) => rule.id === id)?.text ?? same(id);
}

function same(text: string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, text])) as unknown as Text;
}

/** The keys of this moment. Voids and incidents have lists of their own on the page. */
function keysNow(durable: Durable, shown: DiceShown, pack: DicePack): readonly DiceKeyView[] {
  const { open, phase, round } = durable;
  const { dice } = pack;
  if (!open) return [];
  const keys: DiceKeyView[] = [];
  const add = (key: Key, asks: DiceKeyView["asks"] = null): unknown =>
    keys.push({ key, asks, text: DICE_KEY_TEXTS[key.key] ?? same(key.key), for: rolesOf(key) });
  const decides = durable.tasks.some((task) => task.kind === "decide");
  const played = phase === "result" || phase === "void" || phase === "undecided" || phase === "aborted";
  if (phase === "betting" && dice.betsClose !== "announcement") add({ key: "no-more-bets" });
  if (phase === "result" && dice.betsClose === "announcement" && !shown.announced)
    add({ key: "announce", round });
  const isResolved = durable.series[0]?.round === round && durable.series[0].resolved !== undefined;
  if (phase === "undecided" && !isResolved) add({ key: "dice-are", round, faces: [] }, "faces");
  if (played && !(dice.craps !== null && decides)) add({ key: "open-bets" });
  if (phase === "throwing") return keys;
  add({ key: "change-dice" });
  if (dice.thrower.who === "shooter") add({ key: "change-thrower", seat: null }, "seat");
  else if (dice.thrower.reliefMinutes !== undefined) add({ key: "change-thrower", seat: null });
  if (dice.craps !== null) add({ key: "mark-point", point: null }, "point");
  return keys;
}

function rolesOf(key: Key): readonly Role[] {
  return KEY_ROLES[key.key];
}

/** The verdict of a throw as people read it. */
export function diceResultView(
  record: VerdictRecord & { kind: "result" },
  result: DiceResult,
  certificate: CertificateView,
  { pack, noLosers }: { readonly pack: DicePack; readonly noLosers: boolean },
): DiceResultView {
  const { dice } = pack;
  const { certainty } = record;
  const nameOf = (id: string): Text => dice.suertes.find((suerte) => suerte.id === id)?.name ?? same(id);
  const { craps, category } = result;
  const nothing = category === null && dice.suertes.some(({ group }) => group === "category");
  return {
    kind: "dice-result",
    round: record.round,
    faces: result.faces,
    total: result.total,
    equal: result.equal,
    category: category === null ? null : { id: category, name: nameOf(category) },
    noCategory: nothing ? (dice.noCategory?.rule ?? null) : null,
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
    because: certainty.because.map((code) => becauseText(code, pack.family)),
    deviations: record.deviations.map(({ rule, cite }) => ruleView(pack, rule, cite, ruleText(pack, rule))),
    certificate,
  };
}

/** Whether what happened after the dice lay at rest lets winners win and nobody lose. */
export function isWithoutLosers(durable: Durable): boolean {
  return (durable.dice?.incidents ?? []).some(
    ({ verdict, then }) => verdict === "stands" && then.some(({ step }) => step === NO_LOSERS_STEP),
  );
}
