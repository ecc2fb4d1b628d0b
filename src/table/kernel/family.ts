import type { Key } from "../../people/keys.ts";
import type { Person, Role } from "../../people/roles.ts";
import type { ThrowPolicy } from "../dice/throw.ts";
import type { Pack, Rule, Step } from "../../rules/pack.ts";
import type { Text } from "../../text/language.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { Durable, SeriesEntry } from "./durable/durable.ts";
import type { RestartCost } from "./restart.ts";
import type { FaultText } from "./view/texts.ts";
import type { Refusal } from "./people/keys.ts";
import type { RecordBody, Resolved, ResultRecord, VerdictRecord } from "./record.ts";
import type { Table, TableInput } from "./table.ts";
import type { Task } from "./durable/tasks.ts";
import type { TableContext, TableRules } from "./context.ts";
import type { CertificateView, ResolveView, SeriesItem, TableView, VerdictView } from "./view/view.ts";

/**
 * All that tells one family of tables (wheel, shoe, dice) from another. What they share, the phases, the four verdicts, tasks, keys of
 * people, series and screens, is the kernel's (`table.ts`, `durable.ts`, `view-of.ts`); it asks nothing about a family but through
 * this object. A family's definition names it (`firmware/table/setup/families.ts`).
 */
export interface TableFamily {
  readonly name: Pack["family"];
  /**
   * Faces lie hidden while a round runs: its recordings are sealed under the round's secret, and nothing that could tell a face
   * (counts of bytes, dumps, words of a defect, a follower) leaves the unit before.
   */
  readonly keepsSecrets: boolean;
  readonly steps: FamilySteps;
  readonly reducer: FamilyReducer;
  readonly texts: FamilyTexts;
  readonly people: FamilyPeople;
  readonly view: FamilyView;
}

/** An input of the table's own devices, and the secret of a round of cards. */
export type DeviceInput = TableInput & { readonly i: "observations" | "cards" | "dice" | "seal" };

/** What the table does with one input. Each takes the context of the step and changes it. */
export interface FamilySteps {
  /** What becomes of a throw at a table of this family that has dice; null: none has. */
  readonly throwPolicy: ThrowPolicy | null;
  /** Before every input: what is due by now. */
  checkTimeouts(context: TableContext): void;
  handleInput(context: TableContext, input: DeviceInput): void;
  handleKey(context: TableContext, key: Key, by: Person): Refusal | null;
  /** The unit started: nothing that was under way is completed from memory. */
  handleRestart(context: TableContext): void;
  /** The table was opened by its configuration, not by a key. */
  handleOpened(context: TableContext): void;
  /** A person overruled the verdict of this round, or a round that waited was resolved: what the table holds of it live is put right. */
  handleOverruled(context: TableContext, round: number): void;
  /** The round's secret was published, and a new one must be given before anything else. */
  isSealDue(context: TableContext): boolean;
  /** When the table must be woken although nothing comes, or null. */
  nextDeadline(table: Table, rules: TableRules): MonoUs | null;
  /** Whether a step that follows on a rule is to be done as this round stood. Absent: every step is. */
  isStepDue?(table: Pick<TableContext, "durable" | "past">, step: Step, round: number): boolean;
  /** What a restart of the unit would cost now, besides a round of the table's phases. */
  restartCosts(table: Table): readonly RestartCost[];
}

/** What a family keeps of its records, in its own part of the durable table. */
export interface FamilyReducer {
  /** `before`: the table before the record; `after`: with all that every family keeps of it. */
  reduce(before: Durable, after: Durable, body: RecordBody): Durable;
  /** What the series says that a round came to. */
  outcomeOf(body: VerdictRecord): Pick<SeriesEntry, "pocket" | "outcome" | "dice" | "bank">;
}

/** Words of a family's own for codes that others may have too. A code that is missing here is told in the words of all tables. */
export interface FamilyTexts {
  /** Why a round is undecided or was given up. */
  readonly because: Readonly<Record<string, Text>>;
  readonly faults: Readonly<Record<string, FaultText>>;
}

/** Who may do what, where families differ. */
export interface FamilyPeople {
  /** Roles that may call a round void where the law names them. */
  readonly callVoids: readonly Role[];
  /** A void that the machine judged is confirmed by whom the law has call it; else by the jefe de mesa. */
  readonly callerConfirms: boolean;
  /** The rules that people may declare. */
  declarable(pack: Pack, houseRules: readonly string[]): readonly Rule[];
  /** Nothing but a void can be said of an undecided round: what it was is told by other keys. */
  isOnlyVoided(pack: Pack): boolean;
  /** What can be announced of an undecided round; null: nothing but that it stands. */
  announcedChoices(pack: Pack): ResolveView["announced"];
  /** What was announced, checked against the rulebook; null: it is no outcome of this game. */
  announcedOutcome(pack: Pack, announced: string | undefined): Omit<Resolved, "outcome"> | null;
  /** The round waits for its answer, which has keys of its own: that it was seen ends nothing. Absent: nothing of this family does. */
  awaitsAnswer?(durable: Durable, task: Task): boolean;
}

/** What screens show, where families differ. */
export interface FamilyView {
  /** The family's own part of the screens' picture. */
  familyParts(durable: Durable, pack: Pack): Pick<TableView, "wheel" | "dice" | "cards">;
  resultView(record: ResultRecord, certificate: CertificateView, pack: Pack, durable: Durable): VerdictView;
  /** What is called as bets are closed while the round runs; null: it is no call of its own. */
  closingCall(pack: Pack): TableView["closingCall"];
  /** What of a result is announced, and by whom; null: nothing by the text. */
  announcedParts(pack: Pack): Announced | null;
  /** Name and colour of a number; null: the game has no numbers. */
  describePocket(pack: Pack, pocket: string): Pick<SeriesItem, "label" | "colour"> | null;
  /** A round of the series that a person let stand, over the item as it was. */
  resolvedItem(item: SeriesItem, resolved: Resolved, pack: Pack): SeriesItem;
  /** The number of which a step of the law speaks; null: of none. */
  stepNumber(step: string, durable: Pick<Durable, "wheel">): string | null;
  /** The last rounds are counted down aloud. */
  readonly countsLastRounds: boolean;
  /** Who said the last word about the round, where it can be taken back; null: there is none. */
  lastSpeaker(durable: Durable): string | null;
  /** What would follow on a key, from the records that it would ask for, line by line. Absent: nothing is told before it is sent. */
  followsText?(records: readonly RecordBody[], before: Durable, pack: Pack): readonly Text[];
  /** Texts of a device without which the game goes on, people doing its part; null: it is one of the table's own. */
  besideTexts(device: string): FamilyTexts | null;
}

/** What the law has announced of a result, in order, and by whom. */
export interface Announced {
  readonly announce: readonly ResultPart[];
  readonly by: Role;
}

export type ResultPart = "number" | "colour" | "simple" | "multiple" | "value" | "faces" | "total" | "category";
