/** What the parts of the control page see and may do, and who may press which key at this table. */
import type { JSX } from "preact";
import { KEY_ROLES, type Key } from "../../../../src/people/keys.ts";
import type { Person, Role } from "../../../../src/people/roles.ts";
import type { BallsView } from "../../../../src/table/balls/view-types.ts";
import type { DiceView } from "../../../../src/table/dice/view-types.ts";
import type { ResolveView, RuleView, TableView, TaskView } from "../../../../src/table/kernel/view/view.ts";
import type { Language, Text } from "../../../../src/text/language.ts";
import type { Word } from "../i18n.ts";
import type { AwayNote } from "./away.ts";
import type { askDialog } from "./dialog.ts";
import type { WantedRound } from "./recall-dialogs.ts";
import type { BesideKey } from "./second-person.ts";
import type { CardsView } from "../../../../src/table/shoe/view-types.ts";

export interface NameAndPin {
  readonly name: string;
  readonly pin: string;
}

/** `View`: what is known of the table; null as long as nothing has come. */
export interface Desk<View extends TableView | null = TableView | null> {
  readonly language: Language;
  readonly view: View;
  readonly fresh: boolean;
  /** Who is signed in. */
  readonly person: Person | null;
  /** A press or a sign-in waits for its answer. */
  readonly waiting: boolean;
  /** `then`: the unit took it. */
  readonly press: (key: Key, then?: () => void) => void;
  /** A second person presses it, with a PIN of his own; `then` gets why it was refused, null: it was taken. */
  readonly pressBeside: (key: BesideKey, by: NameAndPin, then: (why: string | null) => void) => void;
  /** Asks for the rounds to read. */
  readonly askRecall: (wanted: WantedRound) => void;
  /** Asks for the acta of a game. */
  readonly askActa: (round: number) => void;
  /** Asks the table what would follow on a key; `then` gets it line by line. A key that it would refuse is refused here. */
  readonly askWhat: (key: Key, then: (will: readonly Text[]) => void) => void;
  readonly showMessage: (kind: "done" | "refused", text: string) => void;
  /** What happened while the page had no connection; null: nobody has to be told. */
  readonly away: AwayNote | null;
  readonly seeAway: () => void;
  /** Whether what waits of earlier rounds is laid open. */
  readonly isUnfolded: boolean;
  readonly unfold: (isOpen: boolean) => void;
  readonly dialog: ReturnType<typeof askDialog>;
}
export type ShownDesk = Desk<TableView>;

export type CardTableView = TableView & { readonly cards: CardsView };
export type DiceTableView = TableView & { readonly dice: DiceView };
export type BallTableView = TableView & { readonly balls: BallsView };

/** Whether anything is known of the table. */
export const isShown = (desk: Desk): desk is ShownDesk => desk.view !== null;
export const isCardTable = (view: TableView): view is CardTableView => view.cards !== null;
export const isDiceTable = (view: TableView): view is DiceTableView => view.dice !== null;
export const isBallTable = (view: TableView): view is BallTableView => view.balls !== undefined;
/** Whether a key that this moment or this person does not allow is not there at all: the others have more room. */
export const showsOnlyUseful = (view: TableView): boolean =>
  view.cards !== null || view.dice !== null || isBallTable(view);
/** Whether this is a card table. */
export const isAtCards = (desk: Desk): desk is Desk<CardTableView> =>
  desk.view !== null && isCardTable(desk.view);
/** Whether this is a card table, and what it says is current. */
export const hasCards = (desk: Desk): desk is Desk<CardTableView> => desk.fresh && isAtCards(desk);
/** Whether this is a dice table, and what it says is current. */
export const hasDice = (desk: Desk): desk is Desk<DiceTableView> =>
  desk.fresh && desk.view !== null && isDiceTable(desk.view);
/** Whether this is a table of balls, and what it says is current. */
export const hasBalls = (desk: Desk): desk is Desk<BallTableView> =>
  desk.fresh && desk.view !== null && isBallTable(desk.view);

export type KeyName = Key["key"];
export type KeyOf<Name extends KeyName> = Extract<Key, { readonly key: Name }>;

/** An undecided round that somebody may resolve by key. */
export type ResolvableTask = TaskView & { readonly round: number; readonly resolve: ResolveView };
export const isResolvable = (task: TaskView): task is ResolvableTask =>
  task.resolve != null && task.round !== null;

/** A reason of the law that a person may choose. */
export type ReasonView = RuleView & { readonly short?: Text | null };

/** The box in which a question is asked. */
export interface QuestionBox {
  /** Throws an Error where nothing is known of the table: no key asks anything then. */
  readonly desk: () => ShownDesk;
  /** `about`: the round that the question is about; null: it is about none. */
  readonly open: (about: number | null, title: string, ...content: readonly (JSX.Element | null)[]) => void;
  readonly close: () => void;
  readonly pressAndClose: Desk["press"];
  readonly pressBeside: Desk["pressBeside"];
  readonly askWhat: Desk["askWhat"];
  /** One of the pages' own words, in the language of the page, for what is played. */
  readonly wordHere: (id: Word) => string;
  /** The name and number of a round. */
  readonly roundText: (round: number | null) => string;
}

/** Only dice have a stickman and voids that others call; at every other table the jefe de mesa calls them. */
const ELSEWHERE: Readonly<Partial<Record<KeyName, readonly Role[]>>> = {
  "confirm-void": ["jefe-de-mesa"],
  void: ["jefe-de-mesa"],
};

/** Who may press a key at this table. */
export function rolesFor(view: TableView | null, key: KeyName): readonly Role[] {
  const roles: readonly Role[] = KEY_ROLES[key];
  return view?.dice ? roles : (ELSEWHERE[key] ?? roles.filter((role) => role !== "stickman"));
}

/** Whether the person who is signed in may press this key now, as far as the page knows. */
export function mayPress(desk: Desk, key: KeyName): boolean {
  const { fresh, waiting, person, view } = desk;
  return fresh && !waiting && person !== null && rolesFor(view, key).includes(person.role);
}

/** The void reasons that the person who is signed in may call. At dice the law gives some to the stickman or the croupier. */
export const voidsFor = ({ view, person }: ShownDesk): readonly ReasonView[] =>
  view.dice ? view.voidReasons.filter((one) => one.by === person?.role) : view.voidReasons;
