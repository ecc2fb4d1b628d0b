import type { X509Certificate } from "node:crypto";
import { printOf } from "../../../../src/floor/enrolment.ts";
import { actFault, type ActContent, type SignedActName } from "../../../../src/floor/signed-act.ts";
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

/** A row of the question below: the act, what it is about, and what is stored of that. */
interface ActRow {
  readonly id: number;
  readonly log: string;
  readonly does: SignedActName;
  readonly person: string;
  readonly role: string;
  readonly key_id: string;
  readonly serial: string;
  readonly enrolment: number | null;
  readonly fork: number | null;
  readonly instead: string | null;
  /** Milliseconds since 1970, as PostgreSQL's numeric. */
  readonly at: string;
  readonly said: string | null;
  readonly sig: Uint8Array;
  readonly certificate: Uint8Array;
  /** Log and code of the request to join; null: there is none. */
  readonly asking: string | null;
  readonly code: string;
  readonly vkey: string;
  /** Log, record and other line of the fork; null: there is none. */
  readonly forked: string | null;
  readonly seq: number;
  readonly other: string;
}

/** Acts about the keys of these logs, oldest first; null: of all. `authorities`: of people, now and before; null: signatures are not looked at. */
export async function keyActs(
  sql: Asking,
  schema: EvidenceSchema,
  logs: readonly string[] | null,
  authorities: readonly X509Certificate[] | null,
): Promise<ReadonlyMap<string, readonly KeyAct[]>> {
  const of = sql(schema);
  const rows = await sql<ActRow[]>`
    SELECT a.id, a.log, a.does, a.person, a.role, a.key_id, a.serial, a.enrolment, a.fork, a.detail ->> 'instead' AS instead,
      extract(epoch FROM a.at) * 1000 AS at, a.said, a.sig, a.certificate, e.log AS asking, e.code, e.vkey,
      l.name AS forked, f.seq, encode(sha256(f.other_line), 'hex') AS other
    FROM ${of}.act a LEFT JOIN ${of}.enrolment e ON e.id = a.enrolment
    LEFT JOIN ${of}.fork f ON f.id = a.fork LEFT JOIN ${of}.log l ON l.id = f.log
    WHERE a.does IN ('confirm-enrolment', 'settle-fork', 'retire-table')
      ${logs === null ? sql`` : sql`AND a.log = ANY(${[...logs]}::text[])`}
    ORDER BY a.id`;
  const acts = rows.map((row) => [row.log, actIn(row, authorities)] as const);
  return new Map([...Map.groupBy(acts, ([log]) => log)].map(([log, all]) => [log, all.map(([, act]) => act)]));
}

function actIn(row: ActRow, authorities: readonly X509Certificate[] | null): KeyAct {
  const { id, does, person, key_id: key, enrolment, fork, instead, said } = row;
  return {
    id,
    does,
    person,
    key,
    enrolment,
    fork,
    instead,
    isOld: said === null,
    fault: faultIn(row, authorities),
  };
}

function faultIn(row: ActRow, authorities: readonly X509Certificate[] | null): string | null {
  const { person, role, key_id: key, serial, said, sig, certificate } = row;
  const content = contentOf(row);
  if (content === null) return "it is about nothing of this log";
  if (said === null || authorities === null) return null;
  const about = { author: { person, role, key, serial }, content, at: Number(row.at) };
  const faults = authorities.map((one) => actFault({ said, sig, certificate }, one, about));
  return faults.includes(null) ? null : (faults[0] ?? "there is no authority to hold it against");
}

/** What an act about this row must say; null: the row is about nothing. */
function contentOf({ does, log, asking, code, vkey, forked, seq, other, instead }: ActRow): ActContent | null {
  switch (does) {
    case "confirm-enrolment":
      return asking === log ? { does, log, code, print: printOf(parseVkey(vkey)).replaceAll(" ", "") } : null;
    case "settle-fork":
      return forked === log ? { does, log, seq, other } : null;
    case "retire-table":
      return { does, log, instead };
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
