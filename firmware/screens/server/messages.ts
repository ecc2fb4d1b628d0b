import type { ActOffer, ActRead, ActRequest, ActState } from "../../../src/people/acts.ts";
import type { PastFault } from "../../../src/analysis/fault-history.ts";
import type { Recall, RecallWords } from "../../../src/analysis/recall-types.ts";
import type { PhoneConfig } from "../../table/config/phone-config.ts";
import type { Compositions } from "../../table/config/compositions.ts";
import type { TableLines } from "../../listen/row.ts";
import type { MetricsInput } from "../../table/log/metrics.ts";
import type { AddedPages } from "./added-pages.ts";
import type { AccessLock } from "../../../src/people/access.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { Mode } from "../../../src/record/mode.ts";
import type { TableView, ToScreen } from "../../../src/table/kernel/view/view.ts";
import type { Ability } from "../../../src/rules/facts.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import type { BaseTexts } from "../../../src/text/translation.ts";
import type { DisplayErrorCode } from "../../net/error.ts";
import type { HouseSettings } from "../house/desk.ts";
import type { MadeFile } from "./acta-desk.ts";
import type { QrPath } from "./qr.ts";

/** A person who may sign in at the table, from the configuration. `pinHash` comes from `hashPin`. */
export interface KnownPerson {
  readonly name: string;
  readonly role: Role;
  readonly pinHash: string;
}

/** What the main thread answered to a press; `will`: the key was only asked about, and this would follow on it. */
export type PressAnswer =
  | { readonly ok: true; readonly will?: readonly Text[] }
  | { readonly ok: false; readonly why: Text };

/** A key, by whom; `isAsked`: it is not pressed, and nothing is kept of it. */
export interface Press {
  readonly key: Key;
  readonly by: Person;
  readonly isAsked?: true;
}

/** What a technician at the table asks for, and who that is. */
export interface Act {
  readonly request: ActRequest;
  readonly by: Person;
  /** Who answers beside them, with a PIN of their own. */
  readonly second?: Person;
}

/** A certificate as two files: the signed record, and the proof that it is in the log. */
export interface CertificateFiles {
  readonly mode: Mode;
  readonly json: string;
  readonly proof: string;
}

/** Why the newest records are not witnessed, by the kind of what the witness did. */
export type WitnessTrouble = keyof BaseTexts["pages"]["technician"]["witness"]["troubles"];

/** How far the table's witness has come. */
export interface WitnessState {
  /** Name of its key. */
  readonly name: string;
  /** So many records are under a checkpoint that it cosigned. */
  readonly size: number;
  /** When it signed the newest one, by its own clock, RFC 3339; null: it has signed none. */
  readonly time: string | null;
  /** So long records have been waiting for it; 0: none does, or for less than a minute. */
  readonly minutes: number;
  readonly trouble: WitnessTrouble | null;
  /** One line for the technician; null where there is no trouble. */
  readonly why: string | null;
}

/** What stands between the table and the casino's floor, by its kind. */
export type FloorTrouble = keyof BaseTexts["pages"]["technician"]["floor"]["troubles"];

/** How far the casino's floor has the table's records. */
export interface FloorState {
  /** The collector that is asked. */
  readonly collector: string;
  /** Records that it has, by its own word; null: it has not said it since the start. */
  readonly has: number | null;
  /** So many more may leave. */
  readonly behind: number;
  /** When a collector answered last, RFC 3339; null: not since the start. */
  readonly answered: string | null;
  readonly trouble: FloorTrouble | null;
  /** One line for the technician, and since when it is so (RFC 3339); null where there is no trouble. */
  readonly why: string | null;
  readonly since: string | null;
  /** What two people compare with the floor's page before they confirm the table: one-time code, and print of its key. Null: it is confirmed, as far as is known. */
  readonly joining: { readonly code: string; readonly print: string } | null;
}

/** Why the second copy of the evidence takes nothing, by its kind. */
export type SecondTrouble = keyof BaseTexts["pages"]["technician"]["second"]["troubles"];

/** Whether the second copy of the evidence is there, and how far. */
export interface SecondCopyState {
  readonly folder: string;
  readonly required: boolean;
  /** So many records the first has and the second has not. */
  readonly behind: number;
  /** `why`: by its kind; `detail`: one line for the technician. Null: it is there. */
  readonly lost: { readonly why: SecondTrouble; readonly detail: string } | null;
  /** Its disk; null: nothing is known of it. `free`: bytes for the table's user; `usedPm`: per mille in use by anybody. */
  readonly disk: { readonly free: number; readonly usedPm: number } | null;
  /** Since when it is lost, RFC 3339; null: it is not. */
  readonly since: string | null;
}

/** What the technician's page shows besides the view. Plain JSON; `setTechnician` replaces it whole. */
export interface TechnicianData {
  /** The zone where the table stands: `Europe/Madrid`. */
  readonly zone: string;
  /** How well the installed devices can observe each rule of the rulebook. */
  readonly coverage: readonly CoveredRule[];
  readonly coverageDigest: string;
  readonly release: string;
  /** Hex SHA-256 of the release's manifest; null: the program runs from its source. */
  readonly digest: string | null;
  readonly device: string;
  readonly log: string;
  readonly mode: Mode;
  /** The log's verification key, for the inspector. */
  readonly vkey: string;
  /** Where the key lies that signs: a file of mode 0600, or a credential of the service manager. */
  readonly keyPlace: "file" | "credential";
  /** Null: the table has no witness. */
  readonly witness: WitnessState | null;
  /** Null: the table keeps no second copy. */
  readonly second: SecondCopyState | null;
  /** Null: the table publishes to no floor. */
  readonly floor: FloorState | null;
  readonly storage: StorageShown;
  readonly counters: Readonly<Record<string, number>>;
}

/** How well a rule can be observed at this table, and why. */
export interface CoveredRule {
  readonly rule: string;
  /** The rule in words. */
  readonly text: Text;
  /** `judged`, `bounded`, `attested`, `not-observable`: printed as it is where there are no words for it. */
  readonly level: string;
  readonly cite: string;
  /** Why: what each of its facts can be known by. */
  readonly facts: readonly { readonly fact: string; readonly level: Ability["level"]; readonly note: Text }[];
}

/** The disk of one of the two copies. */
export interface DiskShown {
  readonly folder: string;
  /** For the table's user, bytes. */
  readonly free: number;
  /** In use by anybody, per mille; from `shortPm` on the disk counts as nearly full. */
  readonly usedPm: number;
  readonly shortPm: number;
  /** At the pace of the time that was watched; `many`: more than a year; null: not known yet. */
  readonly days: number | "many" | null;
}

/** Who reads an epoch, for how long. */
export interface EpochReadShown {
  readonly epoch: number;
  readonly seconds: number;
  /** Other programs that can be seen. */
  readonly by: readonly string[];
  /** The table's own second copy. */
  readonly isBySecond: boolean;
}

/** Where the evidence lies and how much of it there is. */
export interface StorageShown {
  /** Null: it was not measured yet, or cannot be. */
  readonly first: DiskShown | null;
  readonly second: DiskShown | null;
  readonly records: number;
  readonly epochs: number;
  /** The oldest record that is kept: its number, and its time as it stands in it; null: there is none. */
  readonly oldest: { readonly seq: number; readonly at: string } | null;
  /** Null: the configuration names nothing that vouches for the time of day. */
  readonly clock: keyof BaseTexts["pages"]["technician"]["storage"]["clocks"] | null;
  /** An epoch that cannot be closed because a program reads it; null: none waits. */
  readonly reading: EpochReadShown | null;
}

/** One row of a line, as the technician's page shows it. */
export interface LineRowShown {
  readonly n: number;
  /** When its first byte came, ms since 1970, with its µs behind the point. */
  readonly at: number;
  /** Null: the port itself, `says` tells what. */
  readonly way: "in" | "out" | null;
  /** Null: there are none, or they are kept from people. */
  readonly bytes: string | null;
  /** So many more bytes it has. */
  readonly more: number;
  /** It may hold a card. */
  readonly isKept: boolean;
  readonly isDamaged: boolean;
  /** What it says, by the names of its protocol; null: nobody knows. */
  readonly says: string | null;
}

/** A line of the table, as the technician's page shows it. */
export interface LinesShown {
  readonly ports: readonly string[];
  /** The one that is shown; null: the table has none. */
  readonly port: string | null;
  /** What was heard; null: nothing that is known. */
  readonly device: string | null;
  readonly certainty: "sure" | "likely" | "none";
  /** What this table expects there; null: the table has no line. */
  readonly expected: string | null;
  /** Damaged messages since somebody looks. */
  readonly damaged: number;
  /** So many pieces of the round that runs are not shown yet. */
  readonly withheld: number;
  /** There are older rows. */
  readonly older: boolean;
  /** The newest first. */
  readonly rows: readonly LineRowShown[];
}

/** Faults that are over, as they are told to the technician's page. */
export interface PastFaults {
  /** Since when the records were looked through, RFC 3339; null: there are none. */
  readonly since: string | null;
  /** The newest first. `text`: null for a code that has no words here. */
  readonly faults: readonly (PastFault & { readonly text: Text | null })[];
}

/** What the unit says to a control page that asked for the last rounds. */
export interface RecallMessage {
  readonly type: "recall";
  readonly id: number;
  readonly recall: Recall;
}

/** The view message as it goes over the wire: the view and, when it has a certificate, its QR code drawn. */
export type ViewMessage = Extract<ToScreen, { type: "view" }> & { readonly qr: QrPath | null };

/**
 * What happened at the sign-in, for the record: never a PIN, and no name that is not in the configuration. `address`: the socket's other side.
 */
export type AccessEvent =
  | { readonly what: "signed-in"; readonly name: string; readonly role: Role; readonly address: string }
  | {
      readonly what: "signed-out";
      readonly name: string;
      readonly role: Role;
      readonly address: string;
      /** `one-key`: a second person, who pressed a key beside whoever is signed in there. */
      readonly why: "asked" | "idle" | "left" | "another" | "one-key";
    }
  | {
      readonly what: "refused";
      /** Null: the name that was typed is not in the configuration. */
      readonly name: string | null;
      readonly address: string;
      readonly why: "wrong-pin" | "locked";
    }
  | {
      readonly what: "locked";
      /** Null: every name from this address. */
      readonly name: string | null;
      readonly address: string;
      /** Locks in a row, from 1. */
      readonly level: number;
      /** How long from now, µs. */
      readonly until: number;
    };

/** Which program examines a table, and what it is told of it. */
export interface DoctorProgram {
  /** Address of the module (`file:`). */
  readonly module: string;
  /** What it reads on standard input. */
  readonly input: string;
}

/** The page for phones: where it is, and by which zone the table's hours count. */
export interface PhoneSettings extends PhoneConfig {
  readonly zone: string;
}

/** Settings of the worker, given at its start. */
export interface WorkerSettings {
  readonly host: string;
  readonly port: number;
  readonly hostNames: readonly string[];
  readonly people: readonly KnownPerson[];
  /** Locks of the run before, and of the thread before: see `AccessLock`. */
  readonly locks: readonly AccessLock[];
  /** Pages beside the table's own; null on every table that counts, which then has no such path. */
  readonly added: AddedPages | null;
  /** The table's storage folder, whose evidence pictures are shown; null: none are. */
  readonly storage: string | null;
  /** Whether `/metrics` is there. */
  readonly metrics: boolean;
  /** Pages with several screens, by name. */
  readonly compositions: Compositions;
  /** Address of the module that analyses that folder, as a program of its own; null: there is no analysis. */
  readonly analysis: string | null;
  /** Address of the module that reads that folder for the technician's page; null: nobody can ask. */
  readonly look: string | null;
  /** Where players' phones read certificates; null: nowhere. */
  readonly phone: PhoneSettings | null;
  /** How the house shows itself; null: the screens are in plain dress. */
  readonly house: HouseSettings | null;
  /** The program that examines this table; null: there is none. */
  readonly doctor: DoctorProgram | null;
}

/** Main thread to worker. */
export type ToWorker =
  | { readonly type: "view"; readonly view: TableView }
  | { readonly type: "technician"; readonly data: TechnicianData }
  /** What `/metrics` is made of, without what the screens count. */
  | { readonly type: "figures"; readonly figures: MetricsInput }
  /** For every control page: why a press of the table's panel was refused. */
  | { readonly type: "notice"; readonly why: Text }
  /** The main thread lives. Without it the worker sends no pulse, and the screens say that they are disconnected. */
  | { readonly type: "beat" }
  | { readonly type: "press-answer"; readonly id: number; readonly answer: PressAnswer }
  | { readonly type: "certificate-answer"; readonly id: number; readonly files: CertificateFiles | null }
  /** Lines of the journal in their order; null: they could not be read. */
  | { readonly type: "records-answer"; readonly id: number; readonly lines: readonly string[] | null }
  | { readonly type: "act-answer"; readonly id: number; readonly answer: PressAnswer }
  /** What a technician reads; null: it could not be told. */
  | { readonly type: "read-answer"; readonly id: number; readonly told: unknown }
  /** What came over the lines of the table. */
  | { readonly type: "lines-answer"; readonly id: number; readonly lines: TableLines }
  | { readonly type: "acta-answer"; readonly id: number; readonly file: MadeFile | null }
  /** What technicians can have done at this table, and how what they do stands. */
  | { readonly type: "acts"; readonly offer: ActOffer }
  | { readonly type: "act"; readonly state: ActState }
  | { readonly type: "recall-words"; readonly words: RecallWords }
  /** The rulebook of the table, and the zone where it stands: what statistics hang on. */
  | { readonly type: "pack"; readonly pack: Pack; readonly zone: string }
  | { readonly type: "close" };

/** Worker to main thread. */
export type FromWorker =
  | { readonly type: "ready"; readonly port: number }
  | { readonly type: "failed"; readonly code: DisplayErrorCode; readonly message: string }
  /** The last view was taken; the next may be sent. */
  | { readonly type: "view-taken" }
  /** A beat was taken: the worker is not stuck. */
  | { readonly type: "beat-taken" }
  | (Press & { readonly type: "press"; readonly id: number })
  | (Act & { readonly type: "act"; readonly id: number })
  | { readonly type: "read"; readonly id: number; readonly what: ActRead }
  | { readonly type: "certificate"; readonly id: number; readonly seq: number }
  /** Durable records from a number on, at most `count`. */
  | { readonly type: "records"; readonly id: number; readonly from: number; readonly count: number }
  /** What came over the lines of the table, behind a number. */
  | { readonly type: "lines"; readonly id: number; readonly after: number }
  | { readonly type: "acta"; readonly id: number; readonly round: number; readonly language: Language }
  /** A sign-in, a sign-out, a refusal or a lock. */
  | { readonly type: "access"; readonly event: AccessEvent }
  /** One line for whoever runs the unit: a file of the house is not shown. */
  | { readonly type: "house"; readonly line: string }
  /** One JSON line of the web server's log. */
  | { readonly type: "log"; readonly line: string };
