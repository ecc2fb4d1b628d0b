import { damaged, heard, type LinkRules, type LinkTurn } from "./link.ts";
import { missingBefore, placeOf, taken, type Numbered, type Place, type Sequence } from "./sequence.ts";

/** A step under way of a device that numbers and stamps its messages. */
export interface OrderedTurn extends LinkTurn {
  sequence: Sequence;
}

/** What differs from device to device in the order of its messages. */
export interface OrderRules<Turn extends OrderedTurn> {
  readonly link: LinkRules<Turn>;
  /** Counts for the technician. */
  count(turn: Turn, what: "missed" | "repeated" | "strange", more?: number): void;
  /** Messages are missing from here on. */
  missed(turn: Turn): void;
  /** A sound message that belongs to no order: nothing is believed until whoever is there has said who it is. */
  strange(turn: Turn): void;
  /** True: a message that comes twice is damage of the line. */
  readonly isRepeatDamage?: boolean;
}

/** One message: its number and time, and what it says, so that another device in step is not taken for this one. */
export interface OrderedMessage extends Numbered {
  readonly text: string;
}

/**
 * Takes a message when it is the device's next one, and gives false when it is not. `restart` gives true when the message
 * says that the device's numbers and time begin anew with it, once it has dealt with that.
 */
export function takeInOrder<Turn extends OrderedTurn>(
  turn: Turn,
  message: OrderedMessage,
  rules: OrderRules<Turn>,
  restart: (place: Place) => boolean,
): boolean {
  const place = placeOf(turn.sequence, message, message.text);
  if (!restart(place)) {
    if (place === "old") {
      rules.count(turn, "strange");
      damaged(turn, rules.link);
      rules.strange(turn);
      return false;
    }
    if (place === "repeated") {
      rules.count(turn, "repeated");
      if (rules.isRepeatDamage ?? false) damaged(turn, rules.link);
      return false;
    }
    if (place === "gap") {
      rules.count(turn, "missed", missingBefore(turn.sequence, message));
      rules.missed(turn);
    }
  }
  heard(turn);
  turn.sequence = taken(turn.sequence, message, message.text);
  return true;
}
