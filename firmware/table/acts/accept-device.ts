import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { KnownDevice } from "../../../src/table/kernel/durable/known-devices.ts";
import { EXIT, Problem } from "../../problem.ts";
import { ActRefusal, type DevicesOfTable, type RunAct, type SaidDevice } from "./act.ts";

const { accept: WORDS, refusals: REFUSALS } = textsOf("acts");

/**
 * Somebody has looked at a device that is not the one that the table knows, and it stays: from here on it is the table's. What was shown is
 * what is let be: a device that is exchanged while its question is open is asked about again. Throws ActRefusal where the device has not said
 * what it is, or is not approved.
 */
export function acceptDevice(devices: DevicesOfTable, port: string): RunAct {
  const shown = saidAt(devices, port);
  return async ({ person, commit, by }) => {
    person.say(deviceText(WORDS.now, shown, port));
    if (shown.was !== null)
      person.say(isSame(shown, shown.was) ? WORDS.same : deviceText(WORDS.was, shown.was, port));
    if ((await person.ask(WORDS.ask, "confirm")) !== "") throw new Problem(EXIT.device, WORDS.refused);
    if (!isSame(saidAt(devices, port), shown)) throw new ActRefusal(REFUSALS["not-accepted"]);
    const { device, serial, firmware } = shown;
    await commit({ port, device, serial, firmware });
    if (!(await devices.letBe(port, shown, by))) throw new ActRefusal(REFUSALS["not-accepted"]);
    return { detail: { port, device, serial, firmware } };
  };
}

function saidAt(devices: DevicesOfTable, port: string): SaidDevice {
  const said = devices.said(port);
  if (said === null) throw new ActRefusal(REFUSALS["not-accepted"]);
  return said;
}

function deviceText(text: Text, { device, serial, firmware }: KnownDevice, port: string): Text {
  const said = (word: string | null): Text => (word === null ? WORDS["not-known"] : sameText(word));
  return fillText(text, { port, device, serial: said(serial), firmware: said(firmware) });
}

const isSame = (a: KnownDevice, b: KnownDevice): boolean =>
  a.device === b.device && a.serial === b.serial && a.firmware === b.firmware;
