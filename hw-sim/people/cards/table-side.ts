import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { Phase } from "../../../src/table/kernel/phase.ts";
import type { HandName } from "./cloth.ts";
import type { ShoeEvent } from "../../models/shoe/device/events.ts";

/** What the croupier can read off the table's display. Nothing of it tells him whom a card is for. */
export interface Screen {
  readonly phase: Phase;
  readonly round: number;
  /** The next round is annulled before it begins. */
  readonly nextVoid: boolean;
  /** Cards that left behind the verdict, by their numbers: whose are they? */
  readonly outside: readonly number[];
  /** A card left before «no va más» was keyed: had it been said? */
  readonly isCallAsked: boolean;
  /** A card left a new shoe with bets open: was it burnt, or is it the first of the deal? */
  readonly isEarlyAsked: boolean;
  /** A hand got its last card without a word: had it asked for it? Null: nobody is asked so. */
  readonly cardAsked: { readonly hand: HandName; readonly cards: number } | null;
  /** A hand was turned without a word: had it laid down? Null: nobody is asked so. */
  readonly turnAsked: HandName | null;
  /** The deal waits for a person's decision. */
  readonly isHeld: boolean;
}

/** An event of the mechanics that happens now. */
export type MechanicsEvent = ShoeEvent extends infer One
  ? One extends ShoeEvent
    ? Omit<One, "us">
    : never
  : never;

/**
 * The unit and its device as people at the table meet them: mechanics that move, keys that are pressed, a screen that is read,
 * time that goes by. Whoever plays the table drives it; all of it is in simulated time.
 */
export interface TableSide {
  /** Simulated time, µs. */
  readonly us: number;
  readonly screen: Screen;
  /** Something happens in the device now, and time goes on until it is told. */
  emitEvent(event: MechanicsEvent, forUs: number): void;
  wait(us: number): void;
  /** False: the unit refused the key. */
  press(key: Key, by: Person): boolean;
  /** The cable between unit and device is pulled, or put back. */
  plug(isIn: boolean): void;
  /** The next message of the device is lost on the way, or comes damaged. Absent: nobody can do that here. */
  garble?(how: "lost" | "damaged"): void;
  /** Another device of the same kind is put in its place, while the cable is out. */
  exchange?(): void;
  /** The device loses its power, or gets it back. */
  power(on: boolean): void;
  /** Somebody acknowledges every warning of the device that stands on the screen. */
  acknowledgeWarnings(by: Person): void;
  /** The void that stands on the screen is called. */
  confirmVoid(by: Person): void;
}

export const CROUPIER: Person = { role: "croupier", name: "sim-croupier" };
export const JEFE: Person = { role: "jefe-de-mesa", name: "sim-jefe" };
export const INSPECTOR: Person = { role: "inspector", name: "sim-inspector" };
export const TECNICO: Person = { role: "tecnico", name: "sim-tecnico" };

export const personOf = (role: Person["role"]): Person =>
  role === "croupier" ? CROUPIER : role === "jefe-de-mesa" ? JEFE : role === "inspector" ? INSPECTOR : TECNICO;

const KEY_US = 20_000;

/** A key is pressed, and time goes on. False: the unit refused it. */
export function pressKey(side: TableSide, key: () => boolean): boolean {
  const taken = key();
  side.wait(KEY_US);
  return taken;
}

/** What is read off the display and the control page. */
export function screenOf({ phase, round, deal }: Pick<Durable, "phase" | "round" | "deal">): Screen {
  const { nextVoid = false, outside = [], isCallAsked = false, hands = [] } = deal ?? {};
  const { code = "deal", hand: asked = null } = deal?.due?.duty ?? {};
  const cards = hands.find(({ id }) => id === asked)?.cards.length ?? 0;
  return {
    phase,
    round,
    nextVoid,
    outside,
    isCallAsked,
    isEarlyAsked: code === "early-card",
    cardAsked: code === "card-asked" && asked !== null ? { hand: asked, cards } : null,
    turnAsked: code === "laid-down" ? asked : null,
    isHeld: code === "decision",
  };
}
