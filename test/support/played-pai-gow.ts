import { idealRules } from "./ideal-rules.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import type { DevicesBesideEye } from "../../src/table/dice/throw.ts";
import type { DiceObservation, DieRead, ThrowRead } from "../../src/dice/observation.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import type { FirstDiceRecord } from "../../src/table/shoe/records.ts";

/** A table of pai gow with an eye over its dice, played by hand. */

export const EYE: DevicesBesideEye = { thrower: false, witness: null };
export const CUP: DevicesBesideEye = { thrower: true, witness: null };
export const LAW = "es-cb/pai-gow-poker";
export const RULES = { none: idealRules(LAW), clockwise: idealRules(LAW, ["first-clockwise"]) };

export const die = (face: DieFace | null, at: number, more: Partial<DieRead> = {}): DieRead => {
  return { face, x: 300 * at, y: 200, confidence: 980, notes: [], ...more };
};
export const flat = (...faces: readonly DieFace[]): DieRead[] => faces.map((face, at) => die(face, at));

export class PaiGow extends PlayedDeal {
  #n = 0;

  /** Seats 1, 3 and 4 play, bets are open, and the eye sees an empty arena. */
  begun(seats: readonly number[] = [1, 3, 4]): this {
    this.ready().key({ key: "seats", seats });
    return this.dice({ o: "attached", device: "eye" }, { o: "arena", state: "empty" });
  }

  read(dice: readonly DieRead[], more: Partial<ThrowRead> = {}): DiceObservation {
    const notes = dice.flatMap((one) => one.notes);
    const verdict = notes.length === 0 ? "readable" : "undecided";
    const reasons = [...new Set(notes)];
    this.#n++;
    const picture = "ab".repeat(32);
    return { o: "rest", read: { n: this.#n, rolledMs: 700, dice, verdict, reasons, picture, ...more } };
  }

  /** Dice out of the cup roll and come to rest. */
  roll(dice: readonly DieRead[], more: Partial<ThrowRead> = {}): this {
    this.dice({ o: "arena", state: "moving" }, { o: "arena", state: "settling" });
    return this.dice(this.read(dice, more));
  }

  takeUp(): this {
    return this.dice({ o: "disturbed", what: "taken" }, { o: "arena", state: "empty" });
  }

  first(who: string): this {
    return this.key({ key: "move", round: this.table.durable.round, who, move: "first" });
  }

  /** Seven cards to each in turn; which ones is of no matter here. */
  sevenEach(hands: number): this {
    const suits = ["h", "d", "s", "c"];
    const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    const pack = suits.flatMap((suit) => ranks.map((rank) => `${rank}${suit}`));
    return this.cards(pack.slice(0, 7 * hands).join(" "));
  }

  get dealt(): readonly string[] {
    return (this.table.durable.deal?.hands ?? []).map(({ id }) => id);
  }

  get thrown(): readonly FirstDiceRecord[] {
    return this.records.filter((body) => body.kind === "first-dice");
  }

  get last(): FirstDiceRecord | undefined {
    return this.thrown.at(-1);
  }
}

export const paiGow = (rules = RULES.clockwise, has: DevicesBesideEye = EYE): PaiGow =>
  new PaiGow(rules, undefined, has).begun();
export const closed = (rules = RULES.clockwise, has: DevicesBesideEye = EYE): PaiGow =>
  paiGow(rules, has).noMoreBets();
