import type { Acceptance } from "../acceptance.ts";
import { z } from "zod";
import { schemaWords } from "../../src/rules/problem-words.ts";
import type { FaceSet } from "../../src/dice/faces.ts";
import type { DiceDevice as DiceKind } from "../../src/dice/observation.ts";
import type { DiceGame } from "../../src/rules/dice-game.ts";
import { LazyPart } from "../../src/load/parts.ts";
import type { Abilities } from "../../src/rules/facts.ts";
import type { LineDecoding } from "../decoding.ts";
import { option, type Options, type Values } from "../options.ts";
import type { DiceSession } from "./session.ts";

/** How a device of dice is plugged in. `camera`: this computer reads the pictures itself. */
export type DicePortKind = "camera" | "serial" | "mqtt";

/** What any device of dice needs to know of the table. */
export interface DicePlace {
  readonly faces: FaceSet;
  /** Dice of one throw. */
  readonly dice: 2 | 3;
  readonly port: DicePortKind;
}

/** A device of dice that tirada can be installed with. */
export interface DiceDevice {
  readonly name: string;
  /** How it is accepted in the workshop. */
  readonly acceptance: Acceptance;
  readonly family: "dice";
  readonly kind: DiceKind;
  /** For people: what it is, how it is plugged in, its speed. */
  readonly about: string;
  readonly baudRate: number;
  /** Ways to plug it in, the usual one first. */
  readonly ports: readonly DicePortKind[];
  /** What dice are thrown from at a table with this device; every way unless given, as for an eye and a second source. */
  readonly throws: readonly DiceGame["thrownFrom"][];
  /** What it can know of each fact of the dice family with its default options; nothing unless given. */
  readonly abilities: Abilities;
  readonly options: Options;
  /** A second source: how long its answer is waited for, µs. */
  readonly answersWithinUs?: number;
  /** Reads how its serial line is read by people who look at it, and what may be asked over it; null: it has none. */
  readonly readDecoding: (() => Promise<LineDecoding>) | null;
  /** Reads the code of its session. */
  load(): Promise<void>;
  /** Throws an Error of one line when the options do not fit it; TypeError before {@link load}. */
  session(all: DicePlace): DiceSession;
  /** The MQTT topics that its port subscribes to; none for a device that does not use MQTT. Throws TypeError before {@link load}. */
  topics(all: DicePlace): readonly string[];
}

type Usual = "throws" | "abilities" | "readDecoding";

/** Defines a device: its session is given the place and its own options, among those of its family. */
export function diceDevice<const Name extends string, O extends Options>({
  readSession,
  readTopics = (): Promise<typeof noTopics> => Promise.resolve(noTopics),
  ...device
}: Pick<DiceDevice, "kind" | "about" | "acceptance" | "ports" | "answersWithinUs"> &
  Partial<Pick<DiceDevice, Usual>> & { readonly name: Name; readonly options: O } & Own<O>): Omit<
  DiceDevice,
  "name" | "options"
> & { readonly name: Name; readonly options: O } {
  const maker = new LazyPart(device.name, readSession);
  const topics = new LazyPart(device.name, readTopics);
  return {
    family: "dice",
    baudRate: device.ports.includes("serial") ? 115_200 : 0,
    throws: ["hand", "shaker", "cup", "horn", "cage"],
    abilities: {},
    readDecoding: null,
    ...device,
    load: async () => {
      await maker.load();
      await topics.load();
    },
    session: (all) => maker.get()(all as DicePlace & Values<O>),
    topics: (all) => topics.get()(all as DicePlace & Values<O>),
  };
}

interface Own<O extends Options> {
  /** Reads the code of the session, and gives what makes one. */
  readonly readSession: () => Promise<(all: DicePlace & Values<O>) => DiceSession>;
  /** MQTT: what gives the topics that its port listens to. */
  readonly readTopics?: () => Promise<(all: DicePlace & Values<O>) => readonly string[]>;
}

const noTopics = (): readonly string[] => [];

/** Tells one of several equal devices from the others. */
export const DEVICE_ID = option({
  about:
    "the device's own number (on a line, eight hex digits) or its name in the topics of its broker; without it any",
  value: z
    .string('must be text: put digits in quotes, "0001"')
    .refine((text) => /^[0-9A-Za-z._-]{1,64}$/.test(text), schemaWords("device-name")),
  otherwise: null,
});

/** The topics of an MQTT device. */
export const TOPIC = option({
  about: "MQTT: what the device's topics begin with; without it the device's usual ones",
  value: z.string().refine((text) => /^[^\s+#]{1,100}$/.test(text), schemaWords("topic")),
  otherwise: null,
});
