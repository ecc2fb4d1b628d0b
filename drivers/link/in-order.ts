import { damaged, markReceived, type LinkRules, type LinkContext } from "./link.ts";
import { missingBefore, placeOf, taken, type Numbered, type Place, type Sequence } from "./sequence.ts";

/** A step under way of a device that numbers and stamps its messages. */
export interface OrderedContext extends LinkContext {
  sequence: Sequence;
}

/** What differs from device to device in the order of its messages. */
export interface OrderRules<Context extends OrderedContext> {
  readonly link: LinkRules<Context>;
  /** Counts for the technician. */
  count(context: Context, what: "missed" | "repeated" | "strange", more?: number): void;
  /** Messages are missing from here on. */
  missed(context: Context): void;
  /** A sound message that belongs to no order: nothing is believed until whoever is there has said who it is. */
  strange(context: Context): void;
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
export function takeInOrder<Context extends OrderedContext>(
  context: Context,
  message: OrderedMessage,
  rules: OrderRules<Context>,
  restart: (place: Place) => boolean,
): boolean {
  const place = placeOf(context.sequence, message, message.text);
  if (!restart(place)) {
    if (place === "old") {
      rules.count(context, "strange");
      damaged(context, rules.link);
      rules.strange(context);
      return false;
    }
    if (place === "repeated") {
      rules.count(context, "repeated");
      if (rules.isRepeatDamage ?? false) damaged(context, rules.link);
      return false;
    }
    if (place === "gap") {
      rules.count(context, "missed", missingBefore(context.sequence, message));
      rules.missed(context);
    }
  }
  markReceived(context);
  context.sequence = taken(context.sequence, message, message.text);
  return true;
}
