/** Who may press which key, and call which void, at the table that the page shows. */
import { KEY_ROLES } from "../../../src/people/keys.ts";
import type { Role } from "../../../src/people/roles.ts";
import type { TableView } from "../../../src/table/view.ts";
import type { Desk, KeyName, ReasonView, ShownDesk } from "./control-desk.ts";

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
