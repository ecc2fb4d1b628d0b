import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import { fill, fillText } from "../text/every-language.ts";

/** PINs that are no secret: refused where a person gets one. */

/** Least and most digits of a PIN. */
const PIN_DIGITS = { least: 4, most: 12 } as const;

/** The ones that people choose first, beside runs, years and repeats, which are refused by their form. */
const COMMON: ReadonlySet<string> = new Set([
  "1004",
  "1010",
  "1122",
  "1313",
  "1342",
  "1357",
  "1379",
  "2468",
  "2580",
  "0852",
  "1470",
  "1590",
  "3698",
  "4200",
  "5150",
  "6969",
  "7410",
  "8520",
  "9630",
  "100000",
  "112233",
  "123321",
  "147258",
  "159357",
  "159753",
  "654321",
  "789456",
  "987654",
  "456789",
  "14725836",
]);

/** Years in which people were born, or in which they choose. */
const YEAR = /^(?:19\d\d|20[0-4]\d)$/;

const TEXTS = textsOf("first-setup.pins");

/** Why a PIN is refused. */
export type PinFault = keyof typeof TEXTS;

/** Why a PIN is refused, in words. */
export const pinText = (fault: PinFault, language: Language): string =>
  fill(TEXTS[fault], language, PIN_DIGITS);

/** The same in every language. */
export const pinWords = (fault: PinFault): Text => fillText(TEXTS[fault], PIN_DIGITS);

/** Why a PIN is refused; null: it may be used. `others`: PINs of the other people of this table. */
export function pinFault(pin: string, others: readonly string[] = []): PinFault | null {
  const { least, most } = PIN_DIGITS;
  if (!/^\d+$/.test(pin) || pin.length < least || pin.length > most) return "digits";
  if (/^(\d)\1*$/.test(pin)) return "one-digit";
  if (isRepeated(pin)) return "repeated";
  if (COMMON.has(pin) || YEAR.test(pin) || isRun(pin)) return "common";
  return others.includes(pin) ? "taken" : null;
}

/** 1212, 123123, 121212. */
const isRepeated = (pin: string): boolean => /^(\d{2,})\1+$/.test(pin);

/** 1234, 4321, 2468: each digit is as far from the one before it, up or down, over the end too (7890). */
function isRun(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  return steps.every((step) => step === steps[0]);
}
