import type { OrderAction, OrderArguments } from "../../../src/orders/order.ts";
import type { ActingPerson, ActionName, ActionWay } from "../../../src/people/actions.ts";
import type { Role } from "../../../src/people/roles.ts";

/** What is asked for at the table alone. */
interface TableArguments {
  /** Whichever release is offered, where nobody names one. */
  readonly install: { readonly release: number | null; readonly export: string | null };
  readonly "install-base": { readonly base: number | null };
  /** The configuration that counted before, as the last one that passed its trial. */
  readonly "undo-configuration": Readonly<Record<string, never>>;
  readonly "withdraw-configuration": Readonly<Record<string, never>>;
  readonly "change-people": PeopleChange;
  readonly "test-mode": { readonly on: boolean };
  /** Null: from the first, and to the last. */
  readonly export: { readonly from: number | null; readonly to: number | null } & OntoStick;
  readonly case: { readonly round: number | null } & OntoStick;
  readonly bundle: OrderArguments<"bundle"> & OntoStick;
}

/** Onto which stick it goes, by its id; empty: the only one that is there. Left out: the page fetches it from the unit. */
interface OntoStick {
  readonly stick?: string;
}

/** One person of the table, as somebody changes it. `pin`: its hash. */
export type PeopleChange =
  | { readonly do: "add"; readonly name: string; readonly role: Role; readonly pin: string }
  | { readonly do: "role"; readonly name: string; readonly role: Role }
  | { readonly do: "pin"; readonly name: string; readonly pin: string }
  | { readonly do: "remove"; readonly name: string };

type ArgumentsOf<Action extends ActionName> = Action extends keyof TableArguments
  ? TableArguments[Action]
  : Action extends OrderAction
    ? OrderArguments<Action>
    : never;

/** An action with what is asked for. */
export type AskedOf<Action extends ActionName> = {
  [One in Action]: { readonly action: One; readonly arguments: ArgumentsOf<One> };
}[Action];
/** What is done by the table's own devices has arguments of its own (`firmware/table/acts/`). */
export type DeskAction = OrderAction | keyof TableArguments;

/** Something that was let through, to be done. */
export interface WantedAction {
  readonly asked: AskedOf<DeskAction>;
  readonly way: ActionWay;
  /** One, or two different ones. The first is who wants it. */
  readonly people: readonly ActingPerson[];
  /** Hex SHA-256: by it records and files name it. */
  readonly id: string;
  /** Why it is wanted, in words; null: nobody said so. */
  readonly reason: string | null;
  /** Until when somebody at the table may accept it, milliseconds since 1970. */
  readonly until: number;
  /** What a diagnosis or a bundle came to, which somebody else makes; null for everything else. */
  readonly report: unknown;
}
