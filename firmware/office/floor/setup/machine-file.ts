import type { FloorAnswers, FloorMachine } from "./answers.ts";

/** A file of a machine's set-up. */
export interface MachineFile {
  /** Where it belongs: a whole path on the machine. */
  readonly path: string;
  /** What it is, in one sentence. */
  readonly about: string;
  /** Who owns it there and its mode, as `install` takes them. */
  readonly owner: string;
  readonly mode: string;
  readonly text: string;
}

/** What the files of one machine are made of. */
export interface MachineOf {
  readonly answers: FloorAnswers;
  readonly machine: FloorMachine;
}

/** Ports of a floor: as each of these programs has it by itself. */
export const PORTS = {
  collector: 8474,
  page: 8476,
  postgres: 5432,
  patroni: 8008,
  etcdClient: 2379,
  etcdPeer: 2380,
  pgbackrest: 8432,
  /** HAProxy on a machine whose programs need the database: leads to the leader. */
  leader: 5433,
} as const;

/** The files of the casino that programs of the office have: certificate, key, authority, list. */
export const OFFICE = "/etc/tirada-office";
/** The same of a database, and of what stands around it. */
export const STORE = "/etc/tirada-store";
/** The PostgreSQL of Debian 12, whose files lie where its `pg_createcluster` puts them. */
export const POSTGRES = {
  version: 15,
  config: "/etc/postgresql/15/main",
  data: "/var/lib/postgresql/15/main",
  programs: "/usr/lib/postgresql/15/bin",
  socket: "/var/run/postgresql",
} as const;

/** A file for root alone to write, which everybody may read. */
export const publicFile = (path: string, about: string, text: string): MachineFile => ({
  path,
  about,
  owner: "root:root",
  mode: "0644",
  text,
});

/** A file that `owner` alone reads. */
export const ownFile = (path: string, owner: string, about: string, text: string): MachineFile => ({
  path,
  about,
  owner: `${owner}:${owner}`,
  mode: "0640",
  text,
});

/** An address as a rule of PostgreSQL has it. */
export const hostRange = (address: string): string => `${address}/${address.includes(":") ? 128 : 32}`;
