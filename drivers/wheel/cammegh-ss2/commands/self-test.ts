/** What the codes of the self-test `*F` mean (Cammegh SS2 Developers Guide V2.10 §2.3–2.10); 0 is a healthy wheel. */
export const SELF_TEST_CODES: Readonly<Record<number, string>> = {
  0: "no fault",
  1: "hardware fault",
  2: "no ball found",
  3: "no ball position found",
  4: "ball direction wrong",
  5: "motor fault",
  6: "encoder failed or not calibrated",
  7: "no clockwise game",
  8: "no counter-clockwise game",
  11: "sensor 0 stuck on",
  12: "sensor 1 stuck on",
  13: "sensor 2 stuck on",
  21: "sensor 0 blind",
  22: "sensor 1 blind",
  23: "sensor 2 blind",
  100: "self-test timed out",
};

/** One line for the technician; a code that the guide does not list is shown as it came. */
export function selfTestText(code: number): string {
  return SELF_TEST_CODES[code] ?? `code ${code}, not in the guide`;
}
