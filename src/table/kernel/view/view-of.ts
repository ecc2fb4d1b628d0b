import { citeText } from "../../../rules/pack.ts";
import { callableVoids } from "../../../rules/declare.ts";
import { cardRoleOf, isOpen, windowOf } from "../../../rules/windows.ts";
import type { Durable, StandingFault, Task } from "../durable/durable.ts";
import { familyOf } from "../families.ts";
import type { TableFamily, ResultPart } from "../family.ts";
import { faultText, abortText, becauseText, voidName, type FaultText } from "./texts.ts";
import {
  announcementOf,
  shownRoundsLeft,
  verdictView,
  type ViewSetup,
  seriesItemOf,
  resolveView,
} from "./view-verdict.ts";
import { lastWordOf } from "../durable/last-word.ts";
import { announcedRounds } from "../durable/last-rounds.ts";
import { rolesOfTask } from "../people/task-roles.ts";
import { CONFIGURATION_ORDERED } from "../durable/tasks.ts";
import { callFor, lastCall, lastGameCall, ruleOf, saidText } from "./view-rule.ts";
import type { CertificateView, DeviceView, TableView, TaskView, Stop, ResultCall } from "./view.ts";
import { healthUnder } from "../../../codes/faults.ts";
import { LANGUAGES, type Text } from "../../../text/language.ts";
import { inEveryLanguage } from "../../../text/every-language.ts";
import { textOf, textsOf } from "../../../text/text-of.ts";
import type { VerdictRecord } from "../record.ts";
import type { AnyPack } from "../family-types.ts";

export type { ViewSetup } from "./view-verdict.ts";

/** The screens' picture of a durable table; `certificate` is that of its verdict's record. */
export function viewOf(
  durable: Durable,
  seq: number,
  certificate: CertificateView | null,
  setup: ViewSetup,
): TableView {
  const { pack } = setup;
  const call = announcementOf(durable, setup);
  const family = familyOf(pack);
  const health = deviceViewOf(durable.faults, durable.phase, family);
  return {
    v: 1,
    seq,
    table: setup.table,
    log: setup.log,
    game: pack.title,
    ...family.view.absent.view,
    ...family.view.familyParts(durable, pack),
    rulebook: setup.rulebook,
    law: `${pack.law.name} (${pack.edition})`,
    languages: setup.languages,
    open: durable.open,
    phase: durable.phase,
    round: durable.round,
    announcement: call,
    call: playersCall(isCalledAgain(durable) ? callFor(pack, durable.phase) : call),
    stopped: stopReasonOf(health) ?? family.view.stopReason?.(durable, pack) ?? null,
    interrupted: interruptedRound(durable),
    lastRounds: shownRoundsLeft(durable, pack),
    nextCall: durable.phase === "ball-in-play" ? callFor(pack, "last-bets") : null,
    closingCall: family.view.closingCall(pack),
    lastCall: lastCall(pack),
    lastGameCall: lastGameCall(pack),
    lastSaid: durable.open ? lastSaid(durable, pack, family) : null,
    lastSpeaker: durable.open ? (lastWordOf(durable)?.by ?? family.view.lastSpeaker(durable)) : null,
    verdict: verdictView(durable, certificate, setup),
    resultCall: resultCall(pack, durable.verdict),
    series: durable.series.map((entry) => seriesItemOf(entry, pack)),
    device: health,
    tasks: durable.tasks.map((task) => taskView(task, durable, setup)),
    voidName: pack.voidName ?? null,
    voidReasons: callableVoidReasons(pack, setup.houseRules),
    incidents: incidentRules(pack, setup.houseRules, durable),
    ...updateNotice(durable),
    ...(durable.staff === undefined ? {} : { staff: durable.staff }),
    ...countdownView(durable),
    ...(setup.screens === undefined ? {} : { screens: setup.screens }),
    ...((setup.unfilledRoles ?? []).length > 0 && { unfilledRoles: setup.unfilledRoles }),
    test: setup.test,
  };
}

/** What can be taken back; null: nothing, or a word of the deal, which is told before it is taken back. */
function lastSaid(durable: Durable, pack: AnyPack, family: TableFamily): Text | null {
  const word = lastWordOf(durable);
  if (word !== undefined) return saidText(word.key, pack, family);
  const declared = family.view.lastDeclared?.(durable) ?? null;
  return declared === null ? null : (ruleOf(pack, declared)?.text ?? null);
}

/** The notice of the last rounds was called before the first of them; the players then see how many are left. */
const isCalledAgain = (durable: Durable): boolean => {
  const { verdict: stands, lastRounds: left } = durable;
  return stands === null && left !== null && left > 0 && left < announcedRounds(durable);
};

/** The house's countdown, for as long as bets are open. */
function countdownView({ phase, countdown }: Durable): Pick<TableView, "countdown"> {
  const isOpenForBets = phase === "betting" || phase === "ball-in-play";
  return countdown === undefined || !isOpenForBets ? {} : { countdown };
}

function updateNotice(durable: Durable): Pick<TableView, "update"> {
  const { announced, base, held = false } = durable.update ?? {};
  const of = announced ?? base?.announced;
  if (of === undefined) return {};
  const isAsked = durable.tasks.some(({ kind }) => kind === "decide" || kind === "confirm-void");
  const waits = [...(isAsked ? [OBSTACLES["decision-waiting"]] : []), ...(held ? [OBSTACLES.held] : [])];
  const { version, until } = of;
  const isBase = announced === undefined;
  return {
    update: { version, until, ...(waits.length > 0 ? { waits } : {}), ...(isBase ? { isBase } : {}) },
  };
}

/** Voids that the jefe de mesa may call; at a dice table the person whom the rule names. */
function callableVoidReasons(pack: AnyPack, houseRules: readonly string[]): TableView["voidReasons"] {
  return familyOf(pack).people.callVoids.flatMap((by) =>
    callableVoids(pack, houseRules, by).map(({ id: rule, text, cite }) => {
      return { rule, text, short: voidName(rule), cite: citeText(cite), by };
    }),
  );
}

/** The rules that people may declare. At a card table voids of one hand or of the next round are among them. */
function incidentRules(pack: AnyPack, houseRules: readonly string[], durable: Durable): TableView["incidents"] {
  const { people } = familyOf(pack);
  const rules = people.declarable(pack, houseRules);
  const moment = people.momentOf?.(durable) ?? null;
  return rules.flatMap((one) => {
    const { id: rule, text, cite, declaredBy: by, verdict, asks } = one;
    if (by === undefined || verdict === "deviation") return [];
    if (moment !== null && !isOpen(windowOf(one), moment)) return [];
    // Behind the verdict there is one card that it can be about, or none.
    const isAsked = moment?.decided === false && cardRoleOf(one) === "chosen";
    const card = isAsked ? { asksCard: true as const } : {};
    const of = one.hand === "seats" || one.hand === "cloths" ? { asksHandOf: one.hand } : {};
    return [{ rule, text, cite: citeText(cite), by, asksHand: asks === "hand", ...of, ...card }];
  });
}

/** The last picture of a unit that can certify nothing more: no number, no bets, only what to do. */
export function stoppedView(last: TableView, since: string): TableView {
  const fault = { code: "unit-stopped", since, ...faultText("unit-stopped") };
  const device: DeviceView = { health: "fault", faults: [fault, ...last.device.faults] };
  return {
    ...last,
    phase: "waiting",
    announcement: null,
    call: null,
    stopped: "device",
    lastRounds: null,
    verdict: null,
    device,
  };
}

function deviceViewOf(
  faults: readonly StandingFault[],
  phase: Durable["phase"],
  { view, texts }: TableFamily,
): DeviceView {
  const isBeside = (fault: StandingFault): boolean => view.besideTexts(fault.device) !== null;
  const own = healthUnder(faults.filter((fault) => !isBeside(fault)).map(({ code }) => code));
  const health = own === "ok" && phase === "waiting" ? "waiting" : own;
  const textOf = ({ code, device: of }: StandingFault): FaultText =>
    faultText(code, view.besideTexts(of) ?? texts);
  return {
    health,
    faults: faults.map((fault) => ({ code: fault.code, since: fault.since, ...textOf(fault) })),
  };
}

function taskView(task: Task, durable: Durable, { pack, houseRules }: ViewSetup): TaskView {
  const family = familyOf(pack);
  const rule = ruleOf(pack, task.about);
  // A cause and a reason may have the same name (a restart of the unit, and of the device): the round shows which of them it
  // is.
  const aborted = durable.series.some((entry) => entry.round === task.round && entry.kind === "aborted");
  const own =
    aborted && task.kind === "acknowledge"
      ? abortText(task.about, family.texts)
      : becauseText(task.about, family.texts);
  const step = pack.steps.find((one) => one.id === task.about);
  const text = rule?.text ?? step?.text ?? withChanges(own, task, durable);
  const by = rolesOfTask(task, { pack, houseRules, family });
  const cite = rule?.cite ?? (task.session === true ? step?.cite : undefined);
  return {
    id: task.kind === "confirm-void" ? task.about : task.id,
    kind: task.kind,
    for: by[0] ?? "jefe-de-mesa",
    by,
    round: task.session === true || task.about === CONFIGURATION_ORDERED ? null : task.round,
    text,
    cite: cite === undefined ? null : citeText(cite),
    mayBeCalled: task.mayBeCalled,
    resolve: resolveView(task, durable, pack),
    ...(family.people.awaitsAnswer?.(durable, task) === true ? { awaitsAnswer: true as const } : {}),
  };
}

/** What an ordered configuration changes is read before it is accepted. */
function withChanges(text: Text, { about }: Task, { ordered }: Durable): Text {
  const { changes } = ordered ?? {};
  if (about !== CONFIGURATION_ORDERED || changes === undefined) return text;
  return inEveryLanguage((language) => `${text[language]} — ${changes}`);
}

/** A gap that somebody fills in aloud, or money, of which a table without bets knows nothing. What a ball weighs too much is none. */
const GAP_OR_MONEY = /…|\.\.\.|[€$]|\b(?:euros?|pesetas?|pezetak?|pesos|(?<!exceso de )peso)\b/iu;

/** Whether a text can stand on a screen for players as it is. */
export const isForPlayers = (text: Text): boolean =>
  LANGUAGES.every((language) => !GAP_OR_MONEY.test(text[language]));

/** A call as the players may read it; null where only the croupier can say it: «hay … euros en la banca». */
export const playersCall = (call: { readonly say: Text } | null): Text | null =>
  call !== null && isForPlayers(call.say) ? call.say : null;

/** Whether the game may not go on because of a device; null: none is against it. */
export const stopReasonOf = ({ health }: DeviceView): Stop | null =>
  health === "ok" || health === "waiting" ? null : "device";

/** The newest round, where a restart of the unit gave it up and nobody has acknowledged that yet. */
export function interruptedRound({ series, tasks }: Durable): number | null {
  const [newest] = series;
  if (newest === undefined || (newest.kind !== "aborted" && newest.kind !== "undecided")) return null;
  const isOpen = tasks.some(({ round, about }) => round === newest.round && about === "restart");
  return isOpen ? newest.round : null;
}

const OBSTACLES = textsOf("restart-obstacles");
const PARTS: Readonly<Record<ResultPart, Text>> = textsOf("result-call.parts");
const AND = textOf("result-call.and");

/** Null where the law has nothing of it announced. */
export function resultCall(pack: AnyPack, verdict: VerdictRecord | null): ResultCall | null {
  if (verdict?.kind !== "result") return null;
  const announced = familyOf(pack).view.announcedParts(pack, verdict.result);
  if (announced === null || announced.announce.length === 0) return null;
  const { announce: parts, by } = announced;
  const what = inEveryLanguage((language) => {
    const names = parts.map((part) => PARTS[part][language]);
    const last = names.at(-1) ?? "";
    return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} ${AND[language]} ${last}`;
  });
  return { by, what };
}
