import type { X509Certificate } from "node:crypto";
import { availableParallelism } from "node:os";
import { base64, expectError, utf8 } from "../../../../src/record/bytes.ts";
import { readLine } from "../../../../src/record/chain.ts";
import type { Checkpoint } from "../../../../src/record/checkpoint.ts";
import { historyFrom, type KeyHistory, type SignedLine } from "../../../../src/record/key-history.ts";
import { KeyError, parseVkey, type Verifier } from "../../../../src/record/keys.ts";
import { MAX_PROBLEMS, type Problem, type Report } from "../../../../src/record/report.ts";
import { trustFaults, trustOf, type Trust } from "../../../../src/record/trust.ts";
import { joinWitnesses, refusedFaults, witnessNotes } from "../../../../src/record/witness-notes.ts";
import { runJob } from "../../../threads/thread.ts";
import { EXIT, Problem as Refusal } from "../../../problem.ts";
import type { Asking, Sql, StoreAddress } from "../store/client.ts";
import { schemaOf } from "../store/floor-store.ts";
import { EVIDENCE_SCHEMAS } from "../store/migrations.ts";
import { archiveFaults } from "../archive/manifest.ts";
import { decidedBy, keyActs, type KeyAct } from "../store/people-acts.ts";
import { cutsOf, storedLogs, type LogRows } from "../store/stored-rows.ts";
import type { Against } from "./against.ts";
import { textOfPeaks, verifyPart, type LogPart, type PartReport } from "./verify-part.ts";

/** Records of a part: a longer log is verified in several, each by itself. */
export const PART_RECORDS = 100_000;
/** Threads at the most, however many cores there are: each has a connection of its own. */
export const THREADS_MAX = 32;

/** What was found of one log. */
export interface LogReport {
  readonly schema: string;
  readonly log: string;
  readonly records: number;
  readonly checkpoints: number;
  readonly covered: number;
  readonly witnessed: Report["witnessed"];
  readonly problems: readonly Problem[];
  readonly moreProblems: number;
  readonly notes: readonly string[];
  readonly ok: boolean;
}

export interface VerifyStoreOptions {
  /** Authorities under which people signed what they decided of tables, now and before; null: nobody looks at that. */
  readonly authorities: readonly X509Certificate[] | null;
  /** The keys that count; null: those that two people confirmed on the floor. */
  readonly trust: Trust | null;
  readonly witnesses: readonly Verifier[];
  /** What witnesses cosigned, from elsewhere than the store; null: nothing was given. */
  readonly against: Against | null;
  readonly partRecords?: number;
}

/** A log with what must be verified of it. */
interface Planned {
  readonly rows: LogRows;
  readonly name: string;
  /** All its keys, as the store has the records by which they gave way. Null: there are none that could be believed. */
  readonly keys: KeyHistory | null;
  readonly faults: readonly string[];
  readonly parts: readonly LogPart[];
  readonly notes: readonly string[];
  /** What is wrong with its archives. */
  readonly archived: readonly Problem[];
}

/** Verifies a whole store, its parts one after the other over this connection. */
export async function verifyStore(sql: Asking, options: VerifyStoreOptions): Promise<readonly LogReport[]> {
  const planned = await planAll(sql, options);
  const reports: LogReport[] = [];
  for (const one of planned) {
    const parts: PartReport[] = [];
    for (const part of one.parts) parts.push(await verifyPart(sql, part));
    reports.push(joinParts(one, parts, options));
  }
  return [...reports, ...goneLogs(options, planned)];
}

/** The same on all cores, as the store is at this moment: collectors may go on. Each thread has a connection of its own. */
export function verifyStoreOnCores(
  sql: Sql,
  address: StoreAddress,
  options: VerifyStoreOptions,
): Promise<readonly LogReport[]> {
  return sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
    const [held] = await tx`SELECT pg_export_snapshot() AS snapshot`;
    const planned = await planAll(tx, options);
    const all = planned.flatMap(({ parts }) => parts);
    const threads = Math.max(1, Math.min(availableParallelism(), THREADS_MAX, all.length));
    const found = new Map<LogPart, PartReport>();
    await Promise.all(
      Array.from({ length: threads }, async (_, at) => {
        const parts = all.filter((__, n) => n % threads === at);
        const data: VerifyShare = { address, snapshot: held?.["snapshot"] as string, parts };
        const reports = await verifyInThread(data);
        for (const [n, report] of reports.entries()) found.set(parts[n] as LogPart, report);
      }),
    );
    const reports = planned.map((one) =>
      joinParts(
        one,
        one.parts.map((part) => found.get(part) as PartReport),
        options,
      ),
    );
    return [...reports, ...goneLogs(options, planned)];
  });
}

/** What a thread verifies. */
export interface VerifyShare {
  readonly address: StoreAddress;
  /** Of the transaction that planned it. */
  readonly snapshot: string;
  readonly parts: readonly LogPart[];
}

const verifyInThread = (data: VerifyShare): Promise<readonly PartReport[]> =>
  runJob(
    { url: new URL("./verify-thread.ts", import.meta.url), data, does: "verifies the store" },
    (why) => new Refusal(EXIT.storage, why),
  );

async function planAll(sql: Asking, options: VerifyStoreOptions): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  for (const schema of EVIDENCE_SCHEMAS) {
    const acts = await keyActs(sql, schema, null, options.authorities);
    const archived = await archiveFaults(sql, schema, options.authorities);
    for (const rows of await storedLogs(sql, schema)) {
      const own = acts.get(rows.name ?? "") ?? [];
      const made = await plan(sql, rows, options);
      const wrong = archived.filter(({ log }) => log === rows.id);
      planned.push({
        ...made,
        faults: [...made.faults, ...actFaults(own, rows)],
        archived: wrong.map(({ seq, what }) => ({ seq, what })),
        notes: actNotes(own, options),
      });
    }
  }
  return planned;
}

/** Acts of people that are not what somebody signed, and a key that without them nobody confirmed. */
function actFaults(acts: readonly KeyAct[], { enrolled }: LogRows): string[] {
  const wrong = acts.flatMap(({ id, does, person, fault }) =>
    fault === null ? [] : [`act ${id} (${does}, in the name of ${person}) counts for nothing: ${fault}`],
  );
  const { enrolment } = decidedBy(acts);
  const isOther = enrolled !== null && !enrolled.isVouched && enrolment !== enrolled.enrolment;
  return isOther ? [...wrong, "two people have not confirmed its key, by what they signed"] : wrong;
}

function actNotes(acts: readonly KeyAct[], { authorities }: VerifyStoreOptions): string[] {
  if (acts.length === 0) return [];
  if (authorities === null)
    return ["what people decided of it was not checked: give the authority with --authority"];
  const old = acts.filter(({ isOld }) => isOld).length;
  return old === 0 ? [] : [`${old} acts of people about it are of before such acts were signed`];
}

async function plan(
  sql: Asking,
  rows: LogRows,
  options: VerifyStoreOptions,
): Promise<Omit<Planned, "notes" | "archived">> {
  const { name, enrolled, records, schema, id } = rows;
  const unnamed = { rows, name: name ?? `number ${id}`, keys: null, parts: [] };
  if (name === null)
    return { ...unnamed, faults: [`the row of this log is gone; ${records} records are of it`] };
  if (enrolled === null)
    return {
      ...unnamed,
      faults: records === 0 ? [] : ["nobody confirmed its key, and there are records of it"],
    };
  const keys = keysOf(name, enrolled.first, rows.rotations);
  if (typeof keys === "string") return { ...unnamed, faults: [keys] };
  const cuts = await cutsOf(sql, rows, options.partRecords ?? PART_RECORDS);
  const starts = [null, ...cuts];
  const parts = starts.map((start, at): LogPart => {
    const before = start?.next ?? 0;
    return {
      schema,
      id,
      name,
      first: enrolled.first,
      rotations: keys.before(before).rotations,
      start:
        start === null
          ? null
          : {
              next: start.next,
              checkpoint: start.checkpoint,
              hash: start.hash,
              peaks: textOfPeaks(start.peaks),
            },
      to: starts[at + 1]?.next ?? null,
      thinnedTo: rows.thinnedTo,
      against: (options.against?.get(name) ?? [])
        .filter(({ size }) => size > before && size <= (starts[at + 1]?.next ?? Number.MAX_SAFE_INTEGER))
        .map(({ size, root }) => ({ size, root: base64(root) })),
      witnesses: options.witnesses.map(({ vkey }) => vkey),
    };
  });
  return { rows, name, keys, faults: enrolledFaults(keys, enrolled), parts };
}

/** The keys of a log, or what is wrong with what the store has of them. */
function keysOf(name: string, first: string, rotations: readonly SignedLine[]): KeyHistory | string {
  try {
    const key = parseVkey(first);
    if (key.name !== name) return `the key that it was begun with is of ${key.name}`;
    return historyFrom(key, rotations);
  } catch (error) {
    return `the key that it was begun with: ${expectError(error, KeyError).message}`;
  }
}

/** What two people confirmed must be the keys that signed, as far as the log has come. */
function enrolledFaults(keys: KeyHistory, { rotations, vkey }: NonNullable<LogRows["enrolled"]>): string[] {
  const differs = rotations.findIndex(
    ({ line }, at) => keys.rotations[at] !== undefined && keys.rotations[at].line !== line,
  );
  if (differs >= 0) return [`rotation ${differs + 1} of its key is not the one that was confirmed`];
  const confirmed = historyFrom(keys.first, rotations);
  if (typeof confirmed === "string") return [`the keys that were confirmed: ${confirmed}`];
  return confirmed.current.vkey === vkey
    ? []
    : ["the key that was confirmed is not the one that its rotations lead to"];
}

/** One report of the parts of a log. */
function joinParts(
  { rows, name, keys, faults, archived, notes }: Planned,
  parts: readonly PartReport[],
  options: VerifyStoreOptions,
): LogReport {
  const { trust, witnesses } = options;
  const vkeys = witnesses.map(({ vkey }) => vkey);
  const totals = joinWitnesses(parts.map((part) => part.witnesses));
  const problems: Problem[] = [
    ...faults.map((what) => ({ seq: null, what })),
    ...archived,
    ...cutOff(options.against?.get(name) ?? [], rows.records),
    ...parts.flatMap(({ report }) => report.problems),
    ...refusedFaults(totals, vkeys),
  ];
  const covered = Math.max(0, ...parts.map(({ report }) => report.covered));
  if (keys !== null) {
    const found = parts.flatMap((part) => part.rotations);
    problems.push(...rotationFaults(keys, found));
    problems.push(
      ...keyFaults(keys, parts, totals.witnessed, trust ?? enrolledTrust(rows)).map((what) => ({
        seq: null,
        what,
      })),
    );
  }
  const listed = problems.slice(0, MAX_PROBLEMS);
  const more =
    parts.reduce((sum, { report }) => sum + report.moreProblems, 0) + problems.length - listed.length;
  return {
    schema: rows.schema,
    log: name,
    records: rows.records,
    checkpoints: parts.reduce((sum, { report }) => sum + report.checkpoints, 0),
    covered,
    witnessed: totals.witnessed,
    problems: listed,
    moreProblems: more,
    notes: [
      ...notes,
      ...witnessNotes(
        totals,
        witnesses.map(({ name: of }) => of),
      ),
    ],
    ok: listed.length === 0,
  };
}

/** What a witness has seen and the store has not. */
function cutOff(against: readonly Checkpoint[], records: number): Problem[] {
  const size = Math.max(0, ...against.map((one) => one.size));
  return size <= records
    ? []
    : [{ seq: records, what: `its witness cosigned ${size} records of it, and the store has ${records}` }];
}

/** Logs that a witness has seen and of which the store has nothing. */
function goneLogs({ against }: VerifyStoreOptions, planned: readonly Planned[]): readonly LogReport[] {
  const known = new Set(planned.map(({ name }) => name));
  return [...(against ?? [])].flatMap(([log, checkpoints]) => {
    if (known.has(log)) return [];
    const counts = { records: 0, checkpoints: 0, covered: 0, witnessed: [], moreProblems: 0, notes: [] };
    return [{ schema: schemaOf(log), log, ...counts, problems: cutOff(checkpoints, 0), ok: false }];
  });
}

/** The records by which keys gave way lie among the others, and beside them once more. */
function rotationFaults(keys: KeyHistory, found: readonly SignedLine[]): Problem[] {
  const numberOf = ({ line }: SignedLine): number | null => {
    const facts = readLine(utf8(line));
    return typeof facts === "string" ? null : facts.seq;
  };
  const at = keys.rotations.findIndex(({ line, sig }, n) => {
    const one = found[n];
    return one === undefined || one.line !== line || one.sig !== sig;
  });
  const odd = at >= 0 ? keys.rotations[at] : found[keys.rotations.length];
  return odd === undefined
    ? []
    : [
        {
          seq: numberOf(odd),
          what: "the record by which a key gave way is not the one that is kept beside the others",
        },
      ];
}

const enrolledTrust = ({ enrolled }: LogRows): Trust =>
  enrolled === null ? [] : trustOf(parseVkey(enrolled.vkey));

function keyFaults(
  keys: KeyHistory,
  parts: readonly PartReport[],
  witnessed: Report["witnessed"],
  trust: Trust,
): string[] {
  const records = parts.reduce((sum, { report }) => sum + report.records, 0);
  if (records === 0) return [];
  const found = {
    log: keys.log,
    keys: keys.stated(),
    stolen: keys.stolen,
    firstSeq: 0,
    lastSeq: records - 1,
    coveredBy: parts.flatMap(({ coveredBy }) => coveredBy),
    witnessedSize: Math.max(0, ...witnessed.map(({ size }) => size)),
  };
  return trustFaults(found, trust);
}
