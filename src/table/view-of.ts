import type { Role } from "../people/roles.ts";
import { citeText, type Announcement, type Pack, type Rule } from "../rules/pack.ts";
import { attestable, callableVoids, callOf } from "../rules/declare.ts";
import { colourOf, labelOf, paysOf, specialOf, winningSuertes } from "../rules/winning.ts";
import { stepsAfter } from "../rules/engine.ts";
import { LANGUAGES, type Language, type Text } from "../text/language.ts";
import type { Durable, StandingFault, Task } from "./durable.ts";
import { faultText } from "./fault-texts.ts";
import type { Reason, VerdictRecord } from "./record.ts";
import { abortText, becauseText } from "./texts.ts";
import { REFUSING_FAULTS } from "./wheel/verdict.ts";
import type { CertificateView, DeviceView, SeriesItem, TableView, TaskView, VerdictView } from "./view.ts";

/** Spins that the notice of the last ones is good for, as it is pressed (`durable.ts`). */
const LAST_SPINS = 3;

/** What a view needs beside the durable table. */
export interface ViewSetup {
  readonly pack: Pack;
  readonly houseRules: readonly string[];
  readonly table: string;
  readonly log: string;
  readonly rulebook: string;
  readonly languages: readonly Language[];
  readonly test: boolean;
}

/** The screens' picture of a durable table; `certificate` is that of its verdict's record. */
export function viewOf(
  durable: Durable,
  seq: number,
  certificate: CertificateView | null,
  setup: ViewSetup,
): TableView {
  const { pack } = setup;
  return {
    v: 1,
    seq,
    table: setup.table,
    log: setup.log,
    game: pack.title,
    wheel: pack.wheel.kind,
    rulebook: setup.rulebook,
    law: `${pack.law.name} (${pack.edition})`,
    languages: setup.languages,
    open: durable.open,
    phase: durable.phase,
    round: durable.round,
    announcement: announcement(durable, setup),
    nextCall: durable.phase === "ball-in-play" ? callFor(pack, "last-bets") : null,
    closingCall: pack.wheel.betsClose === "before-drop" ? callFor(pack, "no-more-bets") : null,
    lastCall: lastCall(pack),
    verdict: verdict(durable, certificate, setup),
    series: durable.series.map((entry) => seriesItem(entry, pack)),
    device: device(durable.faults, durable.phase),
    tasks: durable.tasks.map((task) => taskView(task, durable, pack)),
    voidName: pack.voidName ?? null,
    voidReasons: callableVoids(pack, setup.houseRules, "jefe-de-mesa").map((rule) => ({
      rule: rule.id,
      text: rule.text,
      cite: citeText(rule.cite),
    })),
    incidents: attestable(pack, setup.houseRules).flatMap((rule) =>
      rule.declaredBy === undefined
        ? []
        : [{ rule: rule.id, text: rule.text, cite: citeText(rule.cite), by: rule.declaredBy }],
    ),
    test: setup.test,
  };
}

/** The last picture of a unit that can certify nothing more: no number, no bets, only what to do. */
export function stoppedView(last: TableView, since: string): TableView {
  const fault = { code: "unit-stopped", since, ...faultText("unit-stopped") };
  const device: DeviceView = { health: "fault", faults: [fault, ...last.device.faults] };
  return { ...last, phase: "waiting", announcement: null, verdict: null, device };
}

function announcement(durable: Durable, setup: ViewSetup): TableView["announcement"] {
  const { pack } = setup;
  if (durable.verdict?.kind === "void") {
    const rule = ruleOf(pack, durable.verdict.reasons[0]?.rule ?? "");
    const call = rule === undefined ? null : callOf(rule, setup.houseRules);
    return call ?? { say: pack.voidName ?? same("void"), by: null };
  }
  const last = durable.phase === "betting" && lastSpinsStand(durable, pack) ? lastCall(pack) : null;
  return last ?? callFor(pack, durable.phase);
}

/** A notice of three spins stands until they are played, one of the last game only before that game. */
function lastSpinsStand({ lastSpins }: Durable, pack: Pack): boolean {
  const three = callFor(pack, "last-three-spins") !== null;
  return lastSpins !== null && (three ? lastSpins > 0 : lastSpins === LAST_SPINS);
}

function lastCall(pack: Pack): TableView["lastCall"] {
  return callFor(pack, "last-three-spins") ?? callFor(pack, "last-game");
}

function callFor(pack: Pack, phase: string): { say: Text; by: Role } | null {
  const found: Announcement | undefined = pack.announcements.find((one) => one.phase === phase);
  return found === undefined ? null : { say: found.say, by: found.by };
}

function verdict(durable: Durable, certificate: CertificateView | null, setup: ViewSetup): VerdictView | null {
  const { pack } = setup;
  const record = durable.verdict;
  if (record === null || certificate === null) return null;
  switch (record.kind) {
    case "result":
      return resultView(record, certificate, pack);
    case "void": {
      const call = announcement(durable, setup);
      return {
        kind: "void",
        round: record.round,
        say: call?.say ?? pack.voidName ?? same("void"),
        by: call?.by ?? null,
        reasons: record.reasons.map((reason) => reasonView(reason, pack)),
        then: record.then.map((next) => ({ ...next, text: stepText(pack, next.step) })),
        confirmed: durable.confirmed,
        certificate,
      };
    }
    case "undecided":
      return undecidedView(record, certificate, pack);
    case "aborted":
      return { kind: "aborted", round: record.round, cause: abortText(record.cause), certificate };
  }
}

/**
 * The rules that the record names, and what the law says somebody does then. Steps of a void are not shown: nobody has
 * called it.
 */
function undecidedView(
  record: VerdictRecord & { kind: "undecided" },
  certificate: CertificateView,
  pack: Pack,
): VerdictView {
  const named = typeof record.seen["rules"] === "string" ? record.seen["rules"].split(", ") : [];
  const rules = named.flatMap((id) => ruleOf(pack, id) ?? []);
  const left = rules.filter((rule) => rule.verdict === "person-decides" && rule.announce === undefined);
  const then = stepsAfter(
    pack,
    left.map((rule) => rule.id),
    [],
  );
  return {
    kind: "undecided",
    round: record.round,
    because: record.because.map(becauseText),
    rules: rules.map((rule) => ({ rule: rule.id, text: rule.text, cite: citeText(rule.cite) })),
    then: then.map((next) => ({ ...next, text: stepText(pack, next.step) })),
    certificate,
  };
}

function resultView(
  record: VerdictRecord & { kind: "result" },
  certificate: CertificateView,
  pack: Pack,
): VerdictView {
  const { pocket, cell } = record.result;
  return {
    kind: "result",
    round: record.round,
    pocket,
    label: labelOf(pack, pocket),
    cell: cell === undefined ? null : { at: cell + 1, of: pack.wheel.pockets.length },
    colour: colourOf(pack, pocket),
    pays: paysOf(pack, pocket),
    suertes: winningSuertes(pack, pocket).map(({ id, group, name }) => ({ id, group, name })),
    specialRule: specialOf(pack, pocket)?.rule ?? null,
    certified: record.certainty.level === "certified",
    because: record.certainty.because.map(becauseText),
    deviations: record.deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}

function ruleOf(pack: Pack, id: string): Rule | undefined {
  return pack.rules.find((rule) => rule.id === id);
}

function same(text: string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, text])) as unknown as Text;
}

function stepText(pack: Pack, id: string): Text {
  return pack.steps.find((step) => step.id === id)?.text ?? same(id);
}

function reasonView(reason: Reason, pack: Pack): { rule: string; text: Text; cite: string } {
  return {
    rule: reason.rule,
    text: ruleOf(pack, reason.rule)?.text ?? stepText(pack, reason.rule),
    cite: reason.cite,
  };
}

function seriesItem(entry: Durable["series"][number], pack: Pack): SeriesItem {
  const { pocket } = entry;
  return {
    ...entry,
    label: pocket === null ? null : labelOf(pack, pocket),
    colour: pocket === null ? null : colourOf(pack, pocket),
  };
}

function device(faults: readonly StandingFault[], phase: Durable["phase"]): DeviceView {
  const has = (code: string): boolean => faults.some((fault) => fault.code === code);
  const health = has("port-gone")
    ? "port-gone"
    : has("device-silent")
      ? "silent"
      : has("device-garbled")
        ? "garbled"
        : has("wheel-component") || has("rotor-irregular") || REFUSING_FAULTS.some(has)
          ? "fault"
          : phase === "waiting"
            ? "waiting"
            : "ok";
  return { health, faults: faults.map(({ code, since }) => ({ code, since, ...faultText(code) })) };
}

function taskView(task: Task, durable: Durable, pack: Pack): TaskView {
  const rule = ruleOf(pack, task.about);
  // A cause and a reason may have one name (a restart of the unit, and of the device): the round tells which it is.
  const aborted = durable.series.some((entry) => entry.round === task.round && entry.kind === "aborted");
  const own = aborted && task.kind === "acknowledge" ? abortText(task.about) : becauseText(task.about);
  const text = rule?.text ?? pack.steps.find((step) => step.id === task.about)?.text ?? own;
  const forWhom: Role = "jefe-de-mesa";
  return {
    id: task.kind === "confirm-void" ? task.about : task.id,
    kind: task.kind,
    for: forWhom,
    round: task.round,
    text,
    cite: rule === undefined ? null : citeText(rule.cite),
    mayBeCalled: task.mayBeCalled,
  };
}
