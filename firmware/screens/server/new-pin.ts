import type { ActRequest } from "../../../src/people/acts.ts";
import { pinFault, pinWords } from "../../../src/people/pins.ts";
import type { Text } from "../../../src/text/language.ts";
import { hashPin } from "./sign-in.ts";

/**
 * What a technician asks for, with a hash in the place of a PIN that it gives to somebody: no PIN leaves this thread. One that is no secret is
 * refused.
 */
export async function withPinHash(
  request: ActRequest,
): Promise<{ readonly request: ActRequest } | { readonly why: Text }> {
  if (request.do !== "begin" || request.act !== "change-people") return { request };
  const { pin, ...values } = request.values;
  if (pin === undefined || pin === "") return { request: { ...request, values } };
  const fault = pinFault(pin);
  if (fault !== null) return { why: pinWords(fault) };
  return { request: { ...request, values: { ...values, pin: await hashPin(pin) } } };
}
