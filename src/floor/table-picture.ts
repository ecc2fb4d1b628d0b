import { FAULTS } from "../codes/faults.ts";
import { modeOfLog } from "../record/mode.ts";
import { familyOf } from "../table/kernel/families.ts";
import { PHASES } from "../table/kernel/phase.ts";
import { becauseText, faultText, type FaultText } from "../table/kernel/view/texts.ts";
import type { TableView } from "../table/kernel/view/view.ts";
import { isWear, type Heartbeat } from "./heartbeat.ts";
import {
  NOTES,
  type Call,
  type Condition,
  type LogStanding,
  type Note,
  type PictureFault,
  type PictureRound,
  type TablePicture,
} from "./picture-types.ts";
import type { TableFold } from "./table-fold.ts";

/** Lines that a table may be behind the store before it is said: some seconds of a quick one. */
export const LAG_RECORDS = 64;
/** Whole days before the end of the unit's certificate, and of its revocation list, from which on it is said. */
export const CERTIFICATE_DAYS = 14;
export const LIST_DAYS = 1;
/** Per mille in use from which on a disk is named. */
export const DISK_PM = 900;
/** Tenths of a degree Celsius from which on a machine is too warm. */
export const WARM_DECI = 850;

interface PictureParts {
  readonly fold: TableFold;
  /** The newest one; null: none came. */
  readonly heartbeat: Heartbeat | null;
  readonly standing: LogStanding;
  /** What the store knows to be missing: the table's records less those that the store has. */
  readonly behind: number;
}

/** The picture of one table: its verified records, and beside them how it says that it is. */
export function tablePicture({ fold, heartbeat, standing, behind }: PictureParts): TablePicture {
  const name = heartbeat?.name || lastPart(fold.log);
  const view = fold.view(name);
  const calls = callsOf(fold, view, heartbeat);
  const faults = faultsOf(fold, heartbeat);
  const wears = (heartbeat?.faults ?? []).filter(({ code }) => isWear(code)).map(({ code }) => code);
  const notes = notesOf(heartbeat, behind);
  const phase = view?.phase ?? PHASES.find((one) => one === heartbeat?.phase) ?? null;
  const shown = {
    log: fold.log,
    standing,
    name,
    game: view?.game ?? null,
    rulebook: fold.rulebook || (heartbeat?.rulebook ?? ""),
    test: modeOfLog(fold.log) === "test",
    phase,
    since: fold.phaseAt,
    round: view?.round ?? 0,
    last: lastRound(fold, view),
    calls,
    faults,
    notes,
    wears,
    disputed: fold.durable?.disputes ?? [],
    release: heartbeat?.release.version ?? "",
  };
  return { ...shown, condition: conditionOf(shown) };
}

/** The name of a table that has not said its own: what its log ends in. */
const lastPart = (log: string): string => log.replace(/\/test$/, "").replace(/^.*\//, "");

export function conditionOf(
  of: Pick<TablePicture, "standing" | "faults" | "calls" | "notes" | "phase">,
): Condition {
  if (of.standing === "forked" || of.standing === "retired") return of.standing;
  if (of.faults.some(({ refuses }) => refuses)) return "refuses";
  if (of.calls.length > 0) return "called";
  if (of.faults.length > 0) return "fault";
  if (of.notes.length > 0) return "note";
  if (of.phase === null || of.phase === "closed") return "closed";
  return of.phase === "waiting" ? "idle" : "playing";
}

function lastRound(fold: TableFold, view: TableView | null): PictureRound | null {
  const item = view?.series[0];
  if (item === undefined || fold.last === null) return null;
  const { round, at, why } = fold.last;
  return { item, at, why: round === item.round ? why : [] };
}

/** Who is called: by the records, and what the table itself says of older rounds that are not among them. */
function callsOf(fold: TableFold, view: TableView | null, heartbeat: Heartbeat | null): readonly Call[] {
  const tasks = fold.durable?.tasks ?? [];
  const known = (view?.tasks ?? []).flatMap((task, at): readonly Call[] => {
    if (task.kind === "acknowledge" || task.round === null) return [];
    const since = fold.waitsSince(tasks[at]?.id ?? "");
    return [{ kind: task.kind, role: task.for, round: task.round, since, text: task.text, cite: task.cite }];
  });
  const others = (heartbeat?.waits ?? []).flatMap(({ round, what, role, since }): readonly Call[] => {
    // What newer records say of the round counts.
    if (round >= firstRound(view) || known.some((one) => one.round === round)) return [];
    const at = new Date(since).toISOString();
    return [{ kind: "decide", role, round, since: at, text: becauseText(what), cite: null }];
  });
  return [...known, ...others];
}

/** The oldest round that the records tell of. */
const firstRound = (view: TableView | null): number =>
  view === null ? Infinity : Math.min(view.round, ...view.series.map(({ round }) => round));

const NO_PACK = { texts: undefined, view: null } as const;

function faultsOf(fold: TableFold, heartbeat: Heartbeat | null): readonly PictureFault[] {
  const { texts, view } = fold.pack === null ? NO_PACK : familyOf(fold.pack);
  const words = (device: string, code: string): FaultText =>
    faultText(code, view?.besideTexts(device) ?? texts);
  const recorded = (fold.durable?.faults ?? []).map(({ device, code, since }) => ({
    device,
    code,
    since,
    refuses: withholds(code),
  }));
  const said = (heartbeat?.faults ?? [])
    .filter(({ code }) => !isWear(code))
    .filter(({ device, code }) => !recorded.some((one) => one.device === device && one.code === code))
    .map(({ since, ...fault }) => ({ ...fault, since: new Date(since).toISOString() }));
  return [...recorded, ...said].map((fault) => {
    const { text, doThis } = words(fault.device, fault.code);
    return { ...fault, text, doThis };
  });
}

const withholds = (code: string): boolean =>
  Object.hasOwn(FAULTS, code) && FAULTS[code as keyof typeof FAULTS].withholds === "certificate";

function notesOf(heartbeat: Heartbeat | null, behind: number): readonly Note[] {
  if (heartbeat === null) return [];
  const { days, disks, temperature, update, faults } = heartbeat;
  const is: Readonly<Record<Note, boolean>> = {
    behind: behind >= LAG_RECORDS,
    certificate: days.certificate < CERTIFICATE_DAYS,
    list: days.list < LIST_DAYS,
    disk: disks.some(({ usedPm }) => usedPm >= DISK_PM),
    warm: temperature !== null && temperature >= WARM_DECI,
    update: update !== null,
    wear: faults.some(({ code }) => isWear(code)),
  };
  return NOTES.filter((note) => is[note]);
}
