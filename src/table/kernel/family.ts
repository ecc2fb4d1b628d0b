import type { FamilyPacks, Rule, Step } from "../../rules/pack.ts";
import type { ResolveOutcome } from "../../people/keys.ts";
import type { Person, Role } from "../../people/roles.ts";
import type { NextStep } from "../../rules/facts.ts";
import type { Moment } from "../../rules/windows.ts";
import type { Text } from "../../text/language.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { Durable } from "./durable/durable.ts";
import type { AnyFamily, FamilyTypes } from "./family-types.ts";
import type { ScreenParts } from "./view/family-views.ts";
import type { PastRound } from "./late/past-rounds.ts";
import type { Phase } from "./phase.ts";
import type { RestartCost } from "./restart.ts";
import type { FaultText } from "./view/texts.ts";
import type { Refusal } from "./people/keys.ts";
import type { KeyOf } from "./people/key-of.ts";
import type { RecordBody, Resolved, ResultRecord, VerdictRecord } from "./record.ts";
import type { Table } from "./table.ts";
import type { Task } from "./durable/tasks.ts";
import type { StepContext, TableContext, TableRules } from "./context.ts";
import type { CertificateView, ResolveView, Stop, TableView } from "./view/view.ts";

/**
 * All that tells one family of tables from another. What they share, the phases, the four verdicts, tasks, keys of people, series and
 * screens, is the kernel's (`table.ts`, `durable/`, `view/`); it asks nothing about a family but through this object. A family's definition
 * names it (`firmware/table/setup/families.ts`). All its functions are methods, so that the compiler takes a family where one of any kind
 * is meant.
 */
export interface TableFamily<Family extends FamilyTypes = AnyFamily> {
  readonly name: keyof FamilyPacks;
  /**
   * Faces lie hidden while a round runs: its recordings are sealed under the round's secret, and nothing that could tell a face
   * (counts of bytes, dumps, words of a defect, a follower) leaves the unit before.
   */
  readonly keepsSecrets: boolean;
  readonly steps: FamilySteps<Family> & Family["steps"];
  readonly reducer: FamilyReducer<Family>;
  readonly texts: FamilyTexts;
  readonly people: FamilyPeople<Family>;
  readonly view: FamilyView<Family>;
}

/** What the table does with one input. Each takes the context of the step and changes it. */
export interface FamilySteps<Family extends FamilyTypes = AnyFamily> {
  /** Its fields of a table that do not outlive a restart, and nothing else of it. */
  liveOf(table: Readonly<Family["live"]>): Family["live"];
  /** Before every input: what is due by now. */
  checkTimeouts(context: TableContext<Family>): void;
  /** An input of the table's own devices. */
  handleInput(context: TableContext<Family>, input: Family["input"]): void;
  handleKey(context: TableContext<Family>, key: KeyOf<Family>, by: Person): Refusal | null;
  /** The unit started: nothing that was under way is completed from memory. */
  handleRestart(context: TableContext<Family>): void;
  /** The table was opened by its configuration, not by a key. */
  handleOpened(context: TableContext<Family>): void;
  /** A person overruled the verdict of this round, or a round that waited was resolved: what the table holds of it live is put right. */
  handleOverruled(context: TableContext<Family>, round: number): void;
  /** The round's secret was published, and a new one must be given before anything else. */
  isSealDue(context: TableContext<Family>): boolean;
  /** When the table must be woken although nothing comes, or null. */
  nextDeadline(table: Table<Family>, rules: TableRules<Family>): MonoUs | null;
  /** Whether a step that follows on a rule is to be done as this round stood. Absent: every step is. */
  isStepDue?(table: Pick<StepContext<Family>, "durable" | "past">, step: Step, round: number): boolean;
  /** What a restart of the unit would cost now, besides a round of the table's phases. */
  restartCosts(table: Table<Family>): readonly RestartCost[];
  /** What of the table as it is now changes once this round, which is over, counts no more. Absent: nothing. */
  changesWithout?(context: TableContext<Family>, past: PastRound<Family>): Family["late"];
  /** What of the table as it is now changes once somebody has so resolved this round. Absent: nothing. */
  changesResolved?(
    context: TableContext<Family>,
    round: number,
    outcome: Exclude<ResolveOutcome, "stands">,
  ): Family["resolved"];
}

/** What a family keeps of its records, in its own part of the durable table. */
export interface FamilyReducer<Family extends FamilyTypes = AnyFamily> {
  /** The family's own part of a new table of this rulebook. */
  start(pack: Family["pack"]): Family["durable"];
  /** `before`: the table before the record; `after`: with all that every family keeps of it. */
  reduce(before: Durable<Family>, after: Durable, body: RecordBody<Family>): Durable<Family>;
  /** What the series says that a round came to. */
  outcomeOf(body: VerdictRecord<Family>): Family["cameTo"];
  /** Phases, beside the closed table, in which nothing of the last round lies there any more. Absent: none. */
  readonly clearedIn?: readonly Phase[];
  /** How often this rule has applied in the present round. Absent: never. */
  countIncidents?(before: Durable<Family>, rule: string): number;
  /** What is remembered of a round that has this verdict; `known`: what was. Absent: what every family remembers. */
  pastOf?(
    body: VerdictRecord<Family>,
    known: PastRound<Family> | undefined,
    before: Durable<Family>,
  ): Family["past"];
  /** It answers what was asked behind rounds that are over. Absent: no record does. */
  answersPast?(body: RecordBody<Family>, before: Durable<Family>): boolean;
  /** The words that close the bets are said last, and can be taken back. Absent: they are an input of the round, or there are none. */
  readonly closesBetsByWord?: true;
  /** What a key of the family's own replaces that can be taken back; null: it is no such key. Absent: none is. */
  replacedBy?(before: Durable<Family>, key: KeyOf<Family>): Family["word"] | null;
  /** A word is taken back: what it had replaced. Absent: no word replaces anything. */
  putBack?(after: Durable<Family>, word: Family["word"]): Durable<Family>;
  /** It ends all words: something was dealt or thrown. Absent: no record of the family's own does. */
  endsWords?(body: RecordBody<Family>, before: Durable<Family>): boolean;
}

/** Words of a family's own for codes that others may have too. A code that is missing here is told in the words of all tables. */
export interface FamilyTexts {
  /** Why a round is undecided or was given up. */
  readonly because: Readonly<Record<string, Text>>;
  /** The same for codes that only this family has. Absent: they are among the others. */
  readonly ownBecause?: Readonly<Record<string, Text>>;
  readonly faults: Readonly<Record<string, FaultText>>;
  /** Why a key was refused, where this family says it otherwise. */
  readonly refusals?: Readonly<Partial<Record<Refusal, Text>>>;
}

/** Who may do what, where families differ. */
export interface FamilyPeople<Family extends FamilyTypes = AnyFamily> {
  /** Roles that may call a round void where the law names them. */
  readonly callVoids: readonly Role[];
  /** A void that the machine judged is confirmed by whom the law has call it; else by the jefe de mesa. */
  readonly callerConfirms: boolean;
  /** The rules that people may declare. */
  declarable(pack: Family["pack"], houseRules: readonly string[]): readonly Rule[];
  /** The round on the table, for rules that may be declared at their time alone; null: none of them is out of its time. Absent: there are none. */
  momentOf?(durable: Durable<Family>): Moment | null;
  /** Nothing but a void can be said of an undecided round: what it was is told by other keys. */
  isOnlyVoided(pack: Family["pack"]): boolean;
  /** A round comes to more than anybody announces in one word: an undecided one never stands as announced. Absent: it may. */
  readonly announcesNone?: true;
  /** What can be announced of an undecided round; null: nothing but that it stands. */
  announcedChoices(pack: Family["pack"]): ResolveView["announced"];
  /** What was announced, checked against the rulebook; null: it is no outcome of this game. */
  announcedOutcome(pack: Family["pack"], announced: string | undefined): Family["resolved"] | null;
  /** The round waits for its answer, which has keys of its own: that it was seen ends nothing. Absent: nothing of this family does. */
  awaitsAnswer?(durable: Durable<Family>, task: Task): boolean;
}

/** What screens show, where families differ. */
export interface FamilyView<Family extends FamilyTypes = AnyFamily> {
  /** What screens are sent in the place of fields that only other families have. */
  readonly absent: ScreenParts;
  /** The family's own part of the screens' picture. */
  familyParts(durable: Durable<Family>, pack: Family["pack"]): Family["view"];
  resultView(
    record: ResultRecord<Family>,
    certificate: CertificateView,
    pack: Family["pack"],
    durable: Durable<Family>,
  ): Family["resultView"];
  /** Why the game may not go on, beside a device that cannot be trusted; null: it may. Absent: nothing else stops it. */
  stopReason?(durable: Durable<Family>, pack: Family["pack"]): Stop | null;
  /** What is called as bets are closed while the round runs; null: it is no call of its own. */
  closingCall(pack: Family["pack"]): TableView["closingCall"];
  /** What of a result is announced, and by whom; null: nothing by the text. `result`: the one that stands. */
  announcedParts(pack: Family["pack"], result: Family["result"]): Announced | null;
  /** What a round of the series came to, as it is shown. */
  cameToView(cameTo: Family["cameTo"], pack: Family["pack"]): Family["item"];
  /** What stands by a person's word, in the series and in one line; the line null: the round stands for itself. */
  resolvedItem(resolved: Resolved<Family>, pack: Family["pack"]): Partial<Family["item"]>;
  resolvedText(resolved: Resolved<Family>, pack: Family["pack"]): Text | null;
  /** A step of the law as it is done at this table, with the number or the hands of which it speaks. Absent: as the law has it. */
  stepText?(text: Text, step: NextStep, durable: Durable<Family>): Text;
  /** The last rounds are counted down aloud. */
  readonly countsLastRounds: boolean;
  /** Who said the last word about the round, where it can be taken back; null: there is none. */
  lastSpeaker(durable: Durable<Family>): string | null;
  /** The rule that the last word declared; null: it declared none, or there is no word. Absent: words of this family declare none. */
  lastDeclared?(durable: Durable<Family>): string | null;
  /** Keys of its own whose consequences can be read before they are sent. Absent: none. */
  readonly previewed?: readonly KeyOf<Family>["key"][];
  /** What would follow on a key, from the records that it would ask for, line by line. Absent: nothing is told before it is sent. */
  followsText?(
    records: readonly RecordBody<Family>[],
    before: Durable<Family>,
    pack: Family["pack"],
  ): readonly Text[];
  /** What a word of the family's own says that is taken back. Absent: it has no such word. */
  wordText?(key: KeyOf<Family>): Text | null;
  /** Texts of a device without which the game goes on, people doing its part; null: it is one of the table's own. */
  besideTexts(device: string): FamilyTexts | null;
}

/** What the law has announced of a result, in order, and by whom. */
export interface Announced {
  readonly announce: readonly ResultPart[];
  readonly by: Role;
}

export type ResultPart = "number" | "colour" | "simple" | "multiple" | "value" | "faces" | "total" | "category";
