import type { Role } from "../../src/people/roles.ts";

/**
 * What happened at the sign-in, for the record: never a PIN, and no name that nobody has. `address`: the socket's other side.
 */
export type AccessEvent =
  | { readonly what: "signed-in"; readonly name: string; readonly role: Role; readonly address: string }
  | {
      readonly what: "signed-out";
      readonly name: string;
      readonly role: Role;
      readonly address: string;
      readonly why: "asked" | "idle" | "left" | "another";
    }
  | {
      readonly what: "refused";
      /** Null: nobody has the name that was typed. */
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
