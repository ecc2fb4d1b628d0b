import { type FAULTS, healthUnder, refusesResults } from "../../../src/codes/faults.ts";
import type { Durable, StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import { restartCosts } from "../../../src/table/kernel/restart.ts";
import { US_PER_MS, US_PER_S, rfc3339, wallMs, type MonoUs } from "../../../src/time/instant.ts";
import { zoneOfTable } from "../../../src/rules/zones.ts";
import { minuteOfDayIn } from "../../../src/time/day.ts";
import { NOTICE_HOURS } from "../../table/config/config.ts";
import type { Display } from "../../screens/server/client.ts";
import { EXIT, Problem } from "../../problem.ts";
import { RELEASE_ID } from "../../release.ts";
import type { ControlAnswer } from "../../net/control.ts";
import { asProblem } from "../failure.ts";
import type { HealthParts } from "../health.ts";
import { keepConfiguration } from "../configuration/kept-configuration.ts";
import { textOfConfig } from "../configuration/read-config.ts";
import {
  NOT_WAITED_FOR,
  REMOTE,
  RESTART_OBSTACLES,
  UPDATE_STATE_FORMAT,
  type RestartKind,
  type RestartObstacle,
  type SelfTest,
  type UpdateQuestion,
  type UpdateRecord,
  type UpdateState,
} from "../../net/update-questions.ts";

/** Requests that may wait for the journal's thread while the table is restarted. */
const WAITING_MAX = 8;
/** How long a self-test waits for the screens' thread. */
export const SHOWN_WITHIN_US = 5 * US_PER_S;
const LOOK_US = 50 * US_PER_MS;
const HOUR_MS = 3_600_000;

/** A running table, as the updater's questions are answered from it. */
export interface UpdateParts extends Omit<HealthParts, "display"> {
  readonly screens: Pick<Display, "shownSeq">;
  /** When the watchdog was fed last; null: it never was, or nobody waits for it. */
  readonly answers: { readonly fedAt: () => MonoUs | null };
  /** Ends the table in an orderly way, and takes no press from here on. */
  readonly leave: (why: string) => void;
}

/** Answers the updater. */
export async function answerUpdater(parts: UpdateParts, asked: UpdateQuestion): Promise<ControlAnswer> {
  try {
    switch (asked.do) {
      case "state":
        // Since when each obstacle stands is seen while the updater asks.
        void (await import("./update-wait.ts")).updateWaitOf(parts);
        return { ok: true, lines: [JSON.stringify(updateStateOf(parts, asked.for))] };
      case "record":
        await feedUpdate(parts, asked.record);
        return { ok: true, lines: [] };
      case "restart":
        return await restart(parts, asked);
      case "self-test":
        return { ok: true, lines: [JSON.stringify(await testSelf(parts, asked.id))] };
    }
  } catch (error) {
    const { message, status } = asProblem(error);
    return { ok: false, why: message, status };
  }
}

/** What is so now. */
export function updateStateOf(parts: UpdateParts, kind: RestartKind): UpdateState {
  const { config, unit, clock, startedAt, answers } = parts;
  const { durable } = unit.pipeline;
  const announced = announcedFor(durable, kind);
  const fed = answers.fedAt();
  return {
    format: UPDATE_STATE_FORMAT,
    release: RELEASE_ID,
    pid: process.pid,
    upSeconds: Math.floor((clock.now() - startedAt) / US_PER_S),
    obstacles: obstaclesOf(parts, kind),
    presses: unit.presses,
    isHeld: durable.update?.held === true,
    announced: announced ?? null,
    devices: [
      ...unit.setup.devices.ports.filter((device) => isInOrder(device, durable.faults)),
      ...(config.remote !== undefined && !isRemoteStopped(durable.faults) ? [REMOTE] : []),
    ],
    fedSeconds: fed === null ? null : Math.floor((clock.now() - fed) / US_PER_S),
    memory: parts.memory?.() ?? process.memoryUsage.rss(),
    confirmedRelease: durable.update?.release ?? null,
    takesReason: true,
    keptBase: durable.update?.base?.kept?.number ?? null,
    times: { witnessed: parts.witness()?.time ?? null, result: unit.shown.certificate?.at ?? null },
  };
}

const announcedFor = ({ update }: Durable, kind: RestartKind): NonNullable<Durable["update"]>["announced"] =>
  kind === "base" ? update?.base?.announced : update?.announced;

/** The device answers, whatever it warns of. */
function isInOrder(device: string, faults: readonly StandingFault[]): boolean {
  const own = faults.filter((fault) => fault.device === device).map(({ code }) => code);
  return (
    !["port-gone", "silent", "garbled"].includes(healthUnder(own)) &&
    !own.some((code) => STOPPED.includes(code))
  );
}

const isRemoteStopped = (faults: readonly StandingFault[]): boolean =>
  faults.some(
    ({ device, code }) => device === "unit" && code === ("remote-stopped" satisfies keyof typeof FAULTS),
  );

/** Faults of eyes and throwers that say the same of a device without a line. */
const STOPPED: readonly string[] = [
  "eye-stopped",
  "eye-camera-gone",
  "eye-camera-frozen",
  "witness-silent",
] satisfies readonly (keyof typeof FAULTS)[];

/** When a release that is announced now may be switched to. */
function noticeEnd({ config, clock }: UpdateParts): string {
  const hours = config.update?.noticeHours ?? NOTICE_HOURS.default;
  return rfc3339(wallMs(clock.wall() + hours * HOUR_MS));
}

/** Of the law and not of the evidence: a release may be what brings the next edition. */
const LAW_FAULTS: readonly string[] = [
  "edition-unproven",
  "edition-other",
] satisfies readonly (keyof typeof FAULTS)[];

/** Why the table may not be restarted now, each once, in the order of the list. */
export function obstaclesOf(
  { config, unit, journal, clock }: Pick<UpdateParts, "config" | "unit" | "journal" | "clock">,
  kind: RestartKind,
): readonly RestartObstacle[] {
  const { state, durable } = unit.pipeline;
  const announced = announcedFor(durable, kind);
  const now = clock.wall();
  const isStoreBad =
    unit.hasFailed ||
    journal.waitingCount > WAITING_MAX ||
    durable.faults.some(
      ({ device, code }) => device === "unit" && refusesResults(code) && !LAW_FAULTS.includes(code),
    );
  const found: readonly (RestartObstacle | null)[] = [
    ...restartCosts(state.table, unit.setup.rules.family),
    durable.open && !isInWindow(config.update?.window, minuteOfDayIn(zoneOfTable(config), now))
      ? "outside-window"
      : null,
    isStoreBad ? "store" : null,
    announced === undefined ? "not-announced" : now < Date.parse(announced.until) ? "notice" : null,
    durable.update?.held === true ? "held" : null,
  ];
  return RESTART_OBSTACLES.filter((one) => found.includes(one) && !NOT_WAITED_FOR[kind].includes(one));
}

/** Whether an open table may be restarted at this time of day; a window may run over midnight. */
function isInWindow(window: string | undefined, minute: number): boolean {
  if (window === undefined) return false;
  const [from = 0, to = 0] = window.split("-").map((time) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    return 60 * hours + minutes;
  });
  return from <= to ? from <= minute && minute < to : from <= minute || minute < to;
}

/** Whether it is the digest of the release that runs. */
const isOwn = (digest: string | null): digest is string => digest !== null && digest === RELEASE_ID.manifest;

/** Resolves when the record is durable. */
async function feedUpdate(parts: UpdateParts, record: UpdateRecord): Promise<void> {
  const { unit, clock } = parts;
  // What the people at the table are told holds, whatever the configuration says later.
  const detail = record.step === "announced" ? { ...record, until: noticeEnd(parts) } : record;
  const text = textOfConfig(parts.config);
  // First, and as often as it is asked: a record that is there must not be asked for again because this failed.
  if (record.step === "confirmed" && text !== null && isOwn(record.digest))
    keepConfiguration(parts.config.storage.folder, text, record.digest);
  await unit.feed({ k: "event", t: clock.now(), event: "update", detail });
  if (unit.hasFailed) throw new Problem(EXIT.storage, "the record was not kept: the table has stopped");
}

/**
 * The last word on a switch: between this look and the end of the table nothing can come, for both are in one turn of the main
 * thread. What was pressed since the updater asked wins.
 */
async function restart(
  parts: UpdateParts,
  { presses, record, for: kind }: Extract<UpdateQuestion, { do: "restart" }>,
): Promise<ControlAnswer> {
  const pressed: readonly RestartObstacle[] = parts.unit.presses === presses ? [] : ["key-pressed"];
  const obstacles = [
    ...obstaclesOf(parts, kind),
    ...pressed.filter((one) => !NOT_WAITED_FOR[kind].includes(one)),
  ];
  if (obstacles.length > 0) return { ok: true, lines: [JSON.stringify(obstacles)] };
  const recorded = feedUpdate(parts, record);
  parts.unit.refusePresses();
  await recorded;
  parts.leave(`switched to ${kind === "base" ? "base system" : "release"} ${record.version ?? "?"}`);
  return { ok: true, lines: ["[]"] };
}

/** A record of its own that is signed, committed and shown. */
async function testSelf({ unit, clock, screens }: UpdateParts, id: string): Promise<SelfTest> {
  await unit.feed({ k: "event", t: clock.now(), event: "self-test", detail: { id } });
  const { seq } = unit.shown;
  const until = clock.now() + SHOWN_WITHIN_US;
  while ((screens.shownSeq() ?? -1) < seq && clock.now() < until) await clock.sleep(LOOK_US);
  return { seq, isShown: (screens.shownSeq() ?? -1) >= seq };
}

/** How often a table that is to end is looked at; one that certifies nothing until then, oftener. */
const IDLE_LOOK_US = 5 * US_PER_S;
const RETURN_LOOK_US = 250 * US_PER_MS;

/** Ends the table as soon as nothing stands against it; only where a service manager starts it again (`isManaged`). */
export function restartWhenIdle(
  parts: Pick<UpdateParts, "config" | "unit" | "journal" | "clock">,
  isManaged: boolean,
  leave: (why: string) => void,
  kind: RestartKind = "rollback",
): (why: string) => boolean {
  let isWaiting = false;
  return (why) => {
    if (!isManaged) return false;
    if (isWaiting) return true;
    isWaiting = true;
    const everyUs = kind === "return" ? RETURN_LOOK_US : IDLE_LOOK_US;
    const timer = parts.clock.every(everyUs, "restart between rounds", () => {
      if (obstaclesOf(parts, kind).length > 0) return;
      timer.cancel();
      parts.unit.refusePresses();
      leave(why);
    });
    return true;
  };
}
