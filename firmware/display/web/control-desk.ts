/** What the parts of the control page see and may do. */
import type { JSX } from "preact";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import type { CardsView, ResolveView, RuleView, TableView, TaskView } from "../../../src/table/view.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import type { askDialog } from "./control-dialog.ts";

/** `View`: what is known of the table; null as long as nothing has come. */
export interface Desk<View extends TableView | null = TableView | null> {
  readonly language: Language;
  readonly view: View;
  readonly fresh: boolean;
  /** Who is signed in. */
  readonly person: Person | null;
  /** A press or a sign-in waits for its answer. */
  readonly waiting: boolean;
  readonly press: (key: Key) => void;
  readonly say: (kind: "done" | "refused", text: string) => void;
  readonly dialog: ReturnType<typeof askDialog>;
}
export type ShownDesk = Desk<TableView>;

export type CardTableView = TableView & { readonly cards: CardsView };
export type DiceTableView = TableView & { readonly dice: DiceView };

/** Whether anything is known of the table. */
export const isShown = (desk: Desk): desk is ShownDesk => desk.view !== null;
export const isCardTable = (view: TableView): view is CardTableView => view.cards !== null;
export const isDiceTable = (view: TableView): view is DiceTableView => view.dice !== null;
/** Whether this is a card table. */
export const isAtCards = (desk: Desk): desk is Desk<CardTableView> =>
  desk.view !== null && isCardTable(desk.view);
/** Whether this is a card table, and what it says is current. */
export const hasCards = (desk: Desk): desk is Desk<CardTableView> => desk.fresh && isAtCards(desk);
/** The same of a dice table. */
export const hasDice = (desk: Desk): desk is Desk<DiceTableView> =>
  desk.fresh && desk.view !== null && isDiceTable(desk.view);

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
  readonly pressAndClose: (key: Key) => void;
}
