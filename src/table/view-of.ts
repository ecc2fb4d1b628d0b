import type { Role } from "../people/roles.ts";
import { citeText, type Pack } from "../rules/pack.ts";
import { callableVoids } from "../rules/declare.ts";
import { callFor, interruptedRound, playersCall, stopOf, resultCall } from "./calls.ts";
import type { Durable, StandingFault, Task } from "./durable.ts";
import { familyOf } from "./families.ts";
import type { TableFamily } from "./family.ts";
import { faultText, abortText, becauseText, voidName, type FaultText } from "./texts.ts";
import { announcement, lastCall, lastGameCall, lastRounds, verdict, type ViewSetup } from "./view-verdict.ts";
import { seriesItem, resolveView } from "./view-series.ts";
import { LAST_ROUNDS } from "./last-rounds.ts";
import { decidersOf } from "./resolve.ts";
import { ruleOf } from "./view-rule.ts";
import type { CertificateView, DeviceView, TableView, TaskView } from "./view.ts";
import { healthUnder } from "../codes/faults.ts";

export type { ViewSetup } from "./view-verdict.ts";

/** The screens' picture of a durable table; `certificate` is that of its verdict's record. */
export function viewOf(
  durable: Durable,
  seq: number,
  certificate: CertificateView | null,
  setup: ViewSetup,
): TableView {
  const { pack } = setup;
  const call = announcement(durable, setup);
  const family = familyOf(pack);
  const { wheel, dice, cards } = family.view.parts(durable, pack);
  const health = device(durable.faults, durable.phase, family);
  return {
    v: 1,
    seq,
    table: setup.table,
    log: setup.log,
    game: pack.title,
    wheel,
    dice,
    cards,
    rulebook: setup.rulebook,
    law: `${pack.law.name} (${pack.edition})`,
    languages: setup.languages,
    open: durable.open,
    phase: durable.phase,
    round: durable.round,
    announcement: call,
    call: playersCall(isCalledAgain(durable) ? callFor(pack, durable.phase) : call),
    stopped: stopOf(health, cards),
    interrupted: interruptedRound(durable),
    lastRounds: lastRounds(durable, pack),
    nextCall: durable.phase === "ball-in-play" ? callFor(pack, "last-bets") : null,
    closingCall: family.view.closingCall(pack),
    lastCall: lastCall(pack),
    lastGameCall: lastGameCall(pack),
    verdict: verdict(durable, certificate, setup),
    resultCall: resultCall(pack, durable.verdict),
    series: durable.series.map((entry) => seriesItem(entry, pack)),
    device: health,
    tasks: durable.tasks.map((task) => taskView(task, durable, pack)),
    voidName: pack.voidName ?? null,
    voidReasons: callable(pack, setup.houseRules),
    incidents: incidentRules(pack, setup.houseRules),
    test: setup.test,
  };
}

/** The notice of the last rounds was called before the first of them; the players then see how many are left. */
const isCalledAgain = ({ verdict: stands, lastRounds: left }: Durable): boolean =>
  stands === null && left !== null && left > 0 && left < LAST_ROUNDS;

/** Voids that the jefe de mesa may call; at a dice table whoever the law names, who is in the rule. */
function callable(pack: Pack, houseRules: readonly string[]): TableView["voidReasons"] {
  return familyOf(pack)
    .people.callVoids.flatMap((role) => callableVoids(pack, houseRules, role).map((rule) => ({ rule, role })))
    .map(({ rule, role }) => ({
      rule: rule.id,
      text: rule.text,
      short: voidName(rule.id),
      cite: citeText(rule.cite),
      by: role,
    }));
}

/** What people may attest. At a card table a void of one hand, or of the next round, is among them. */
function incidentRules(pack: Pack, houseRules: readonly string[]): TableView["incidents"] {
  return familyOf(pack)
    .people.declarable(pack, houseRules)
    .flatMap((rule) =>
      rule.declaredBy === undefined || rule.verdict === "deviation"
        ? []
        : [
            {
              rule: rule.id,
              text: rule.text,
              cite: citeText(rule.cite),
              by: rule.declaredBy,
              asksHand: rule.asks === "hand",
            },
          ],
    );
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

function device(
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

function taskView(task: Task, durable: Durable, pack: Pack): TaskView {
  const family = familyOf(pack);
  const rule = ruleOf(pack, task.about);
  // A cause and a reason may have one name (a restart of the unit, and of the device): the round tells which it is.
  const aborted = durable.series.some((entry) => entry.round === task.round && entry.kind === "aborted");
  const own =
    aborted && task.kind === "acknowledge"
      ? abortText(task.about, family.texts)
      : becauseText(task.about, family.texts);
  const step = pack.steps.find((one) => one.id === task.about);
  const text = rule?.text ?? step?.text ?? own;
  const caller = task.kind === "confirm-void" && family.people.callerConfirms ? rule?.announce?.by : undefined;
  const decider = task.kind === "decide" ? decidersOf(pack, task.rules ?? [])[0] : undefined;
  const doer = task.session === true ? step?.who : undefined;
  const forWhom: Role = doer ?? caller ?? decider ?? "jefe-de-mesa";
  const cite = rule?.cite ?? (task.session === true ? step?.cite : undefined);
  return {
    id: task.kind === "confirm-void" ? task.about : task.id,
    kind: task.kind,
    for: forWhom,
    round: task.session === true ? null : task.round,
    text,
    cite: cite === undefined ? null : citeText(cite),
    mayBeCalled: task.mayBeCalled,
    resolve: resolveView(task, durable, pack),
  };
}
