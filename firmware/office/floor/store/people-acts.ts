import type { X509Certificate } from "node:crypto";
import { printOf } from "../../../../src/floor/enrolment.ts";
import {
  actFault,
  type ActContent,
  type SignedAct,
  type SignedActName,
} from "../../../../src/floor/signed-act.ts";
import { agreedRetirement, areTwo } from "../../../../src/floor/two-people.ts";
import { parseVkey } from "../../../../src/record/keys.ts";
import type { Asking } from "./client.ts";
import type { EvidenceSchema } from "./migrations.ts";

/** An act about the key of a table, as it lies there. */
export interface KeyAct {
  readonly id: number;
  readonly does: SignedActName;
  readonly person: string;
  readonly key: string;
  readonly enrolment: number | null;
  readonly fork: number | null;
  readonly instead: string | null;
  /** It was done before acts were signed. */
  readonly isOld: boolean;
  /** Why it counts for nothing; null: it counts. */
  readonly fault: string | null;
}

/** What people have said of a log, each of two. */
export interface Decided {
  /** The request to join whose keys count; null: none. */
  readonly enrolment: number | null;
  readonly isRetired: boolean;
  /** Forks that were settled. */
  readonly settled: ReadonlySet<number>;
}

type Row = Readonly<Record<string, unknown>>;

/** Acts about the keys of these logs, oldest first; null: of all. `authorities`: of people, now and before; null: signatures are not looked at. */
export async function keyActs(
  sql: Asking,
  schema: EvidenceSchema,
  logs: readonly string[] | null,
  authorities: readonly X509Certificate[] | null,
): Promise<ReadonlyMap<string, readonly KeyAct[]>> {
  const of = sql(schema);
  const rows = await sql`
    SELECT a.id, a.log, a.does, a.person, a.role, a.key_id, a.serial, a.enrolment, a.fork, a.detail ->> 'instead' AS instead,
      extract(epoch FROM a.at) * 1000 AS at, a.said, a.sig, a.certificate, e.log AS asking, e.code, e.vkey,
      l.name AS forked, f.seq, encode(sha256(f.other_line), 'hex') AS other
    FROM ${of}.act a LEFT JOIN ${of}.enrolment e ON e.id = a.enrolment
    LEFT JOIN ${of}.fork f ON f.id = a.fork LEFT JOIN ${of}.log l ON l.id = f.log
    WHERE a.does IN ('confirm-enrolment', 'settle-fork', 'retire-table')
      ${logs === null ? sql`` : sql`AND a.log = ANY(${[...logs]}::text[])`}
    ORDER BY a.id`;
  const acts = rows.map((row) => [(row["log"] as string | null) ?? "", actIn(row, authorities)] as const);
  return new Map([...Map.groupBy(acts, ([log]) => log)].map(([log, all]) => [log, all.map(([, act]) => act)]));
}

function actIn(row: Row, authorities: readonly X509Certificate[] | null): KeyAct {
  const is = <T>(column: string): T => row[column] as T;
  return {
    id: is("id"),
    does: is("does"),
    person: is("person"),
    key: is("key_id"),
    enrolment: is("enrolment"),
    fork: is("fork"),
    instead: is("instead"),
    isOld: row["said"] === null,
    fault: faultIn(row, authorities),
  };
}

function faultIn(row: Row, authorities: readonly X509Certificate[] | null): string | null {
  const is = <T>(column: string): T => row[column] as T;
  const content = contentOf(row);
  if (content === null) return "it is about nothing of this log";
  if (row["said"] === null || authorities === null) return null;
  const author = {
    person: is<string>("person"),
    role: is<string>("role"),
    key: is<string>("key_id"),
    serial: is<string>("serial"),
  };
  const act: SignedAct = { said: is("said"), sig: is("sig"), certificate: is("certificate") };
  const faults = authorities.map((one) => actFault(act, one, { author, content, at: Number(row["at"]) }));
  return faults.includes(null) ? null : (faults[0] ?? "there is no authority to hold it against");
}

/** What an act about this row must say; null: the row is about nothing. */
function contentOf(row: Row): ActContent | null {
  const is = <T>(column: string): T => row[column] as T;
  const log = is<string>("log");
  switch (is<SignedActName>("does")) {
    case "confirm-enrolment":
      if (row["asking"] !== log) return null;
      return {
        does: "confirm-enrolment",
        log,
        code: is("code"),
        print: printOf(parseVkey(is("vkey"))).replaceAll(" ", ""),
      };
    case "settle-fork":
      return row["forked"] === log ? { does: "settle-fork", log, seq: is("seq"), other: is("other") } : null;
    default:
      return { does: "retire-table", log, instead: is("instead") };
  }
}

/** What two people decided, by the acts of one log that count. */
export function decidedBy(acts: readonly KeyAct[]): Decided {
  const counting = acts.filter(({ fault }) => fault === null);
  const of = (does: SignedActName): readonly KeyAct[] => counting.filter((act) => act.does === does);
  const twice = (all: readonly KeyAct[], by: (act: KeyAct) => number | null): number[] =>
    [...Map.groupBy(all, by)].flatMap(([id, said]) => (id !== null && areTwo(said) ? [id] : []));
  return {
    enrolment:
      twice(of("confirm-enrolment"), ({ enrolment }) => enrolment).toSorted((a, b) => a - b)[0] ?? null,
    isRetired: agreedRetirement(of("retire-table")) !== null,
    settled: new Set(twice(of("settle-fork"), ({ fork }) => fork)),
  };
}
