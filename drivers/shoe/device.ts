import type { Acceptance } from "../acceptance.ts";
import type { Deck } from "../../src/cards/decks.ts";
import { LazyPart } from "../../src/load/parts.ts";
import type { Abilities } from "../../src/rules/facts.ts";
import type { LineDecoding } from "../decoding.ts";
import type { Options, Values } from "../options.ts";
import type { CardCodeMap, CodeKind } from "./reader/card-code-map.ts";
import type { ShoeCommand, ShoeSession } from "./session.ts";

/** How a card device is plugged in. `keyboard`: a scanner that types; its keys are kept from everything else. */
export type ShoePortKind = "serial" | "hid" | "keyboard";

/** A table of codes as it was read, with the digest of its file. */
export interface Codes {
  readonly table: CardCodeMap;
  /** Hex SHA-256 of the file; a recording names it, so that its replay can ask for the same one. */
  readonly sha256: string;
}

/** What every card device is given of the table. */
export interface ShoePlace {
  /** The decks that are loaded, in any order. */
  readonly decks: readonly Deck[];
  readonly port: ShoePortKind;
  /** Which code is which card, for a reader that knows cards by codes; null: none was named. */
  readonly codes: Codes | null;
}

/** A card device that tirada can be installed on. */
export interface ShoeDevice {
  readonly name: string;
  /** How it is accepted in the workshop. */
  readonly acceptance: Acceptance;
  readonly family: "shoe";
  /** For people: what it is, how it is plugged in, its speed. */
  readonly about: string;
  readonly baudRate: number;
  /** Ways to plug it in, the usual one first. */
  readonly ports: readonly ShoePortKind[];
  /** Of a HID device: what its reports are called. */
  readonly usage?: { readonly usagePage: number; readonly usage: number };
  /** What stands in a table of codes that it is given; null: it takes none. */
  readonly codes: CodeKind | null;
  /** What it can know of each fact of the shoe family, however it is set. */
  readonly abilities: Abilities;
  readonly options: Options;
  /** Reads how its line is read by people who look at it, plugged in in this way, and what may be asked over it. */
  readonly readDecoding: (port: ShoePortKind) => Promise<LineDecoding>;
  /** Reads the code of its session. */
  load(): Promise<void>;
  /** Throws an Error of one line when the options do not fit it: what is missing or contradicts itself; TypeError before {@link load}. */
  session(all: ShoePlace): ShoeSession;
  /** The commands that it gets whenever it attaches. */
  greeting(options: object): readonly ShoeCommand[];
  /** It reads a card before the card leaves: a reading in one round may be of a card of the next. */
  readsAhead(options: object): boolean;
}

/** Defines a device: its session is given the place and its own options, among those of its family. */
export function shoeDevice<const Name extends string, O extends Options>(
  device: Omit<ShoeDevice, "load" | "session" | "greeting" | "readsAhead"> & {
    readonly name: Name;
    readonly options: O;
  } & Own<O>,
): Omit<ShoeDevice, "name" | "options"> & { readonly name: Name; readonly options: O } {
  const { readSession, ...defined } = device;
  const maker = new LazyPart(device.name, readSession);
  return {
    ...defined,
    load: () => maker.load(),
    session: (all) => maker.get()(all as ShoePlace & Values<O>),
  };
}

interface Own<O extends Options> {
  /** Reads the code of the session, and gives what makes one. */
  readonly readSession: () => Promise<(all: ShoePlace & Values<O>) => ShoeSession>;
  greeting(options: Values<O>): readonly ShoeCommand[];
  readsAhead(options: Values<O>): boolean;
}

/** For a device that takes no commands. */
export const noGreeting = (): readonly ShoeCommand[] => [];
