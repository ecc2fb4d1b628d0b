import { needsSecond, weightOf, type ActionRefusal } from "../../../src/people/actions.ts";
import { ACT_TEXT_MAX } from "../../../src/people/act-limits.ts";
import type { ActName, ActValues } from "../../../src/people/acts.ts";
import { REASON } from "../../../src/orders/order.ts";
import { AGE_RECIPIENT, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import { ROLES, type Person } from "../../../src/people/roles.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { bytesText } from "../../../src/text/bytes-text.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { EXIT, Problem } from "../../problem.ts";
import { ActRefusal, type ActDetail, type RunAct } from "../../table/acts/act.ts";
import { linesOfChange, type ConfigureResult, type PlannedChange } from "../actions/configure.ts";
import type { Outcome, TableActions } from "../actions/table-actions.ts";
import { withdrawnLine, type WithdrawnChange } from "../actions/withdraw-change.ts";
import type { AskedOf, PeopleChange, WantedAction } from "../actions/wanted-action.ts";
import { WHY } from "./refusal-words.ts";

/** Acts that are no device's: what an order can ask for too, and what people at the table alone can. */

const { refusals: REFUSALS, said: SAID, configuration: CHANGE, files: FILES, stick: STICK } = textsOf("acts");

/** For so long a change of the configuration waits for the jefe de mesa. */
const WAIT_MS = 3_600_000;

type ActionAct = Exclude<WantedAction["asked"]["action"], "diagnose" | "verify-release" | "visit">;
export const ACTION_ACTS = [
  "self-test",
  "restart-screens",
  "check",
  "install",
  "install-base",
  "rollback",
  "hold",
  "configure",
  "undo-configuration",
  "withdraw-configuration",
  "change-people",
  "test-mode",
  "export",
  "case",
  "bundle",
] as const satisfies readonly (ActionAct & ActName)[];
/** What is the updater's to do: at a table without one nothing of it is offered. */
export const OF_UPDATER: readonly ActName[] = ["check", "install", "install-base", "rollback", "hold"];

export const isActionAct = (act: ActName): act is ActionAct & ActName => ACTION_ACTS.some((one) => one === act);

const refuse = (what: string): ActRefusal =>
  new ActRefusal(fillText(REFUSALS.values, { what: sameText(what) }));

/** A number that somebody typed; null: nothing was typed. Throws an ActRefusal for anything else. */
function numberIn(values: ActValues, name: string): number | null {
  const said = values[name]?.trim() ?? "";
  if (said === "") return null;
  if (!/^\d{1,15}$/.test(said)) throw refuse(name);
  return Number(said);
}

/** The stick that was chosen; nothing: the page fetches the file. */
const stickIn = ({ stick }: ActValues): { readonly stick?: string } =>
  stick === undefined || stick === "" ? {} : { stick };

/** Begun or ended, as it was said. Throws an ActRefusal where it was not. */
function isOnIn({ on }: ActValues): boolean {
  if (on !== "yes" && on !== "no") throw refuse("on");
  return on === "yes";
}

/** Why, in words; null: nothing was typed. Throws an ActRefusal for what is no line of a record. */
function reasonIn({ reason = "" }: ActValues): string | null {
  if (reason.trim() === "") return null;
  if (!REASON.test(reason)) throw refuse("reason");
  return reason.trim();
}

function peopleChangeIn(values: ActValues): PeopleChange {
  const { do: change, name = "", pin = "" } = values;
  const role = ROLES.find((one) => one === values["role"]);
  if (name === "") throw refuse("name");
  if ((change === "add" || change === "pin") && pin === "") throw refuse("PIN");
  if (change === "remove") return { do: change, name };
  if (change === "pin") return { do: change, name, pin };
  if (role === undefined) throw refuse("role");
  if (change === "role") return { do: change, name, role };
  if (change === "add") return { do: change, name, role, pin };
  throw refuse("do");
}

/** What is asked for, as it was typed. Throws an ActRefusal naming what is missing or wrong. */
function askedOf(act: ActionAct, values: ActValues, text: string | undefined): AskedOf<ActionAct> {
  switch (act) {
    case "install": {
      const exported = (values["export"] ?? "").trim();
      if (exported !== "" && !/^[0-9a-f]{128}$/.test(exported)) throw refuse("SHA-512");
      return { action: act, arguments: { release: null, export: exported === "" ? null : exported } };
    }
    case "install-base":
      return { action: act, arguments: { base: null } };
    case "hold":
    case "test-mode":
      return { action: act, arguments: { on: isOnIn(values) } };
    case "configure":
      if (text === undefined || text === "") throw refuse("configuration");
      if (text.length > ACT_TEXT_MAX)
        throw new ActRefusal(fillText(CHANGE["too-long"], { length: text.length, most: ACT_TEXT_MAX }));
      return { action: act, arguments: { configuration: text, newLog: false } };
    case "change-people":
      return { action: act, arguments: peopleChangeIn(values) };
    case "export":
      return {
        action: act,
        arguments: { from: numberIn(values, "from"), to: numberIn(values, "to"), ...stickIn(values) },
      };
    case "case":
      return { action: act, arguments: { round: numberIn(values, "round"), ...stickIn(values) } };
    case "bundle": {
      const recipient = (values["recipient"] ?? "").trim().toLowerCase();
      if (!AGE_RECIPIENT.test(recipient)) throw refuse("age1…");
      return { action: act, arguments: { recipient, ...stickIn(values) } };
    }
    default:
      return { action: act, arguments: {} };
  }
}

interface ActionActParts {
  readonly clock: Clock;
  readonly actions: () => Promise<TableActions>;
}

/** Has it done by what carries out orders too. Throws an ActRefusal where a value is missing. */
export function actionAct(
  { clock, actions }: ActionActParts,
  act: ActionAct & ActName,
  values: ActValues,
  text: string | undefined,
): RunAct {
  const asked = askedOf(act, values, text);
  return async ({ by, person, second, commit }) => {
    const desk = await actions();
    const now = clock.wall();
    const id = sha256Hex(canonical({ act, by: by.name, at: now, asked: asked.arguments as object }));
    const isChange = isConfiguration(asked);
    if (isChange) {
      requireFresh(desk, act, values);
      const planning = await desk.plan(asked);
      if (!planning.ok) throw new ActRefusal(planning.why);
      if (planning.planned.changes.length === 0) throw new ActRefusal(CHANGE.nothing);
      for (const line of linesOfChange(planning.planned)) person.say(line);
    }
    const people: readonly Person[] = needsSecond(act, weightOf(act, asked.arguments))
      ? [by, await second(SAID.second)]
      : [by];
    await commit({ order: id });
    const outcome = await desk.carryOut({
      asked,
      way: "table",
      people,
      id,
      reason: reasonIn(values),
      until: now + WAIT_MS,
      report: null,
    });
    for (const line of linesOf(asked.action, outcome.result)) person.say(line);
    if (outcome.outcome !== "done") throw new Problem(EXIT.usage, outcome.words ?? whyNot(outcome));
    return { detail: { order: id, ...detailOf(outcome.result) } };
  };
}

/** Judged once more by what carries it out: the table may have been opened since it was agreed to. */
const whyNot = ({ outcome, why }: Pick<Outcome, "outcome" | "why">): Text => {
  const said = why ?? outcome;
  return outcome === "refused" && Object.hasOwn(WHY, said) ? WHY[said as ActionRefusal] : sameText(said);
};

const isConfiguration = (asked: AskedOf<ActionAct>): asked is PlannedChange["asked"] =>
  ["configure", "undo-configuration", "change-people", "test-mode"].includes(asked.action);

/** What was edited is what counts still. Throws an ActRefusal for a copy of something else, and for a text that does not say of what. */
function requireFresh(desk: TableActions, act: ActName, { over }: ActValues): void {
  const isEdited = act === "configure" || over !== undefined;
  if (isEdited && over !== desk.configuration().over) throw new ActRefusal(CHANGE.stale);
}

/** What of it its last record has. */
function detailOf(result: unknown): ActDetail {
  if (typeof result !== "object" || result === null) return {};
  const plain = Object.entries(result).filter(
    ([, value]) => value === null || ["string", "number", "boolean"].includes(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [name, value as string | number | boolean | null]));
}

/** What came of it, for whoever is at the page. */
function linesOf(act: ActionAct, result: unknown): readonly Text[] {
  switch (act) {
    case "configure":
    case "undo-configuration":
    case "change-people":
    case "test-mode":
      return result === null ? [] : [keptLine(result as ConfigureResult)];
    case "withdraw-configuration":
      return result === null ? [] : [withdrawnLine(result as WithdrawnChange)];
    case "export":
    case "case": {
      if (result === null) return [];
      const { stick, ...made } = result as Readonly<Record<"file" | "from" | "to" | "bytes", string>> & OnStick;
      return [fillText(stick === undefined ? FILES.made : FILES["made-on-stick"], made), ...mayPull(stick)];
    }
    case "bundle": {
      if (result === null) return [];
      const { file, files, bytes, recipient, stick } = result as SentBundle & {
        readonly file: string;
      } & OnStick;
      const pattern = stick === undefined ? FILES.bundled : FILES["bundled-on-stick"];
      return [fillText(pattern, { file, files, bytes: bytesText(bytes), recipient }), ...mayPull(stick)];
    }
    case "self-test":
      return testLines(result as { readonly records?: number; readonly faults?: readonly string[] } | null);
    case "check": {
      const { release, notes = [] } = (result ?? {}) as { release?: number | null; notes?: readonly string[] };
      if (release === undefined) return [];
      const found = release === null ? SAID["no-release"] : fillText(SAID["release-named"], { release });
      return [...notes.map((note) => sameText(note)), found];
    }
    case "install":
    case "install-base":
    case "rollback":
      return [SAID["updater-begun"]];
    default:
      return [];
  }
}

interface OnStick {
  readonly stick?: string;
}

/** What was written on a stick was read back from it. */
const mayPull = (stick: string | undefined): readonly Text[] =>
  stick === undefined ? [] : [fillText(STICK.pull, { stick })];

function keptLine({ until, restarts, isTakenBack }: ConfigureResult): Text {
  if (isTakenBack === true) return CHANGE["taken-back"];
  if (until !== undefined) return fillText(CHANGE.waits, { until });
  return restarts === true ? CHANGE.restarts : CHANGE["next-start"];
}

const testLines = (
  result: { readonly records?: number; readonly faults?: readonly string[] } | null,
): readonly Text[] => [
  fillText(SAID.records, { records: result?.records ?? 0 }),
  ...(result?.faults ?? []).map((fault) => fillText(SAID.wrong, { what: fault })),
];
