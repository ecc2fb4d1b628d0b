import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { DiceMonkey } from "../../property/monkey/dice.ts";
import type { MonkeyTable } from "../../property/monkey/table.ts";
import { ShoeMonkey } from "../../property/monkey/shoe.ts";
import { WheelMonkey } from "../../property/monkey/wheel.ts";

/** A key that the people of a simulated table want, and that the table would take: a hand presses it at the control page. */
export class WantedKey extends Error {
  readonly key: Key;
  readonly role: Role;
  constructor(key: Key, role: Role) {
    super(`wanted: ${JSON.stringify(key)} by ${role}`);
    this.key = key;
    this.role = role;
  }
}

/** A simulated table whose people press nothing themselves. */
export interface ShiftTable extends MonkeyTable {
  /** One step of people who want a result; it ends where they want a key. */
  people(): void;
  /** Something happens at the device. */
  incident(): void;
  /** All is well at the device. */
  well(): void;
  /** A key that came from a page; why it was refused. */
  byHand(key: Key, by: Person): string | null;
  wouldRefuse(key: Key, by: Person): string | null;
}

const wanted = (key: Key, role: Role, refusal: string | null): string => {
  if (refusal === null) throw new WantedKey(key, role);
  return refusal;
};

class ShiftWheel extends WheelMonkey implements ShiftTable {
  override press(key: Key, role: Role, name: string = role): string | null {
    return wanted(key, role, this.refusalOf(key, role, name));
  }
  people = (): void => this.playOn(this.view);
  incident = (): unknown => this.happens();
  well = (): void => this.heal();
  byHand = (key: Key, by: Person): string | null => super.press(key, by.role, by.name);
  wouldRefuse = (key: Key, by: Person): string | null => this.refusalOf(key, by.role, by.name);
}

class ShiftShoe extends ShoeMonkey implements ShiftTable {
  override press(key: Key, role: Role, name: string = role): string | null {
    return wanted(key, role, this.refusalOf(key, role, name));
  }
  people = (): void => this.playOn(this.view);
  incident = (): unknown => this.happens();
  well = (): void => this.heal();
  byHand = (key: Key, by: Person): string | null => super.press(key, by.role, by.name);
  wouldRefuse = (key: Key, by: Person): string | null => this.refusalOf(key, by.role, by.name);
}

class ShiftDice extends DiceMonkey implements ShiftTable {
  override press(key: Key, role: Role, name: string = role): string | null {
    return wanted(key, role, this.refusalOf(key, role, name));
  }
  people = (): void => this.playOn(this.view);
  incident = (): unknown => this.happens();
  well = (): void => this.heal();
  byHand = (key: Key, by: Person): string | null => super.press(key, by.role, by.name);
  wouldRefuse = (key: Key, by: Person): string | null => this.refusalOf(key, by.role, by.name);
}

const MADE = { wheel: ShiftWheel, cards: ShiftShoe, dice: ShiftDice } as const;
export type Family = keyof typeof MADE;

export const shiftTable = (family: Family, rulebook: string, random: RandomSource): ShiftTable =>
  new MADE[family](rulebook, random);
