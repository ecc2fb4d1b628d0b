import { pinFault, pinText } from "../../../src/people/pins.ts";
import type { Asking } from "./asking.ts";

/** A PIN that somebody types twice, unseen: a slip would be a person who cannot sign in. `others`: PINs of other people. */
export async function askPin(asking: Asking, others: readonly string[]): Promise<string> {
  for (;;) {
    const pin = await asking.hidden("pin");
    const fault = pinFault(pin, others);
    if (fault !== null) asking.say(`✗ ${pinText(fault, asking.language)}`);
    else if ((await asking.hidden("pin-again")) === pin) return pin;
    else asking.refuse("pins-differ");
  }
}
