/** Check characters of ISO/IEC 7064, MOD 1271-36: two characters for a text of 0-9 and A-Z; `ISO79` has `3W`. */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MODULUS = 1_271;
const RADIX = 36;

/** Whether a text ends with its two check characters. A text with a character outside the alphabet never does. */
export function hasValidCheck(text: string): boolean {
  if (text.length < 3) return false;
  let sum = 0;
  // The last check character weighs 1, so that the whole is congruent to 1.
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return false;
    sum = (sum * RADIX + value) % MODULUS;
  }
  return sum === 1;
}
