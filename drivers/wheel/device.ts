import type { Acceptance } from "../acceptance.ts";
import { LazyPart } from "../../src/load/parts.ts";
import type { WheelKind } from "../../src/rules/pack.ts";
import type { LineDecoding } from "../decoding.ts";
import type { Options, Values } from "../options.ts";
import type { WheelSession } from "./session.ts";

/** What a guided spin taught a device, by name. Whole numbers, part of the table's evidence. */
export type Learned = Readonly<Record<string, number>>;

/** What every wheel device is given of the table. */
export interface WheelPlace {
  /** What the rulebook is played on. */
  readonly kind: WheelKind;
  /** How many pockets, holes or cells its rulebook is played on: 37 or 38 of a roulette, 54 or 64 of a disc. */
  readonly pockets: number;
  /** Names of pockets, holes or cells clockwise, as they are on this wheel. */
  readonly ring: readonly string[];
  /** Speed of its port, baud. Lines that come faster than it can carry them are copies and count once. */
  readonly baud: number;
  /** Null: nothing was learned yet. */
  readonly calibration: Learned | null;
}

/** What a device must learn from a guided spin before it can certify. */
export interface Learning {
  /** Their names, in the order in which heads of recordings hold them. */
  readonly numbers: readonly string[];
  /** What is wrong with them on a wheel of this kind and ring, in a few words, or null. */
  problem(learned: Learned, place: Pick<WheelPlace, "kind" | "ring">): string | null;
}

/** A wheel, or a board beside one, that tirada can be installed on. */
export interface WheelDevice {
  readonly name: string;
  /** How it is accepted in the workshop. */
  readonly acceptance: Acceptance;
  readonly family: "wheel";
  /** For people: what it is, how it is plugged in, its speed. */
  readonly about: string;
  /** Speed of its port, baud, unless the configuration gives another. */
  readonly baudRate: Baud;
  /** Wheels that it can sit on. */
  readonly kinds: readonly WheelKind[];
  /** So many pockets, holes or cells the wheel has that it is built into; left out: it sits on any of its kinds. */
  readonly cells?: number;
  readonly options: Options;
  /** Null: it needs no guided spin. */
  readonly learning: Learning | null;
  /** It drives its rotor itself, always alike; left out: people push it. */
  readonly drivesRotor?: true;
  /** Reads how its line is read by people who look at it, and what may be asked over it. */
  readonly readDecoding: () => Promise<LineDecoding>;
  /** Reads the code of its session. */
  load(): Promise<void>;
  /** Throws TypeError before {@link load}. */
  session(all: WheelPlace): WheelSession;
}

/** Speeds at which a wheel's port may be opened, baud. */
export const BAUDS = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600] as const;
export type Baud = (typeof BAUDS)[number];

/** Defines a device: its session is given the place and its own options, among those of its family. */
export function wheelDevice<const Name extends string, O extends Options>(
  device: Omit<WheelDevice, "load" | "session"> & { readonly name: Name; readonly options: O } & Own<O>,
): Omit<WheelDevice, "name" | "options"> & { readonly name: Name; readonly options: O } {
  const { readSession, ...defined } = device;
  const maker = new LazyPart(device.name, readSession);
  return {
    ...defined,
    load: () => maker.load(),
    session: (all) => maker.get()(all as WheelPlace & Values<O>),
  };
}

interface Own<O extends Options> {
  /** Reads the code of the session, and gives what makes one. */
  readonly readSession: () => Promise<(all: WheelPlace & Values<O>) => WheelSession>;
}

/** Why a device cannot be used on the wheel of a rulebook, for people; null: it can. */
export function unfitReason(
  { name, kinds, cells }: Pick<WheelDevice, "name" | "kinds" | "cells">,
  { kind, pockets }: { readonly kind: WheelKind; readonly pockets: readonly string[] },
): string | null {
  if (!kinds.includes(kind)) return `${name} cannot be used on a ${kind}`;
  return cells === undefined || cells === pockets.length
    ? null
    : `${name} has a wheel of ${cells}, and this one has ${pockets.length}`;
}
