/**
 * Keyboard reports of a bar-code scanner: eight bytes each (modifiers, reserved, six key codes), after the boot keyboard
 * of the USB HID specification 1.11, appendix B, and the usage tables, page 07. US layout, which every scanner can be
 * set to.
 */
export const REPORT_BYTES = 8;

export interface Report {
  readonly shift: boolean;
  /** Usages of the keys that are down, no zeros. */
  readonly keys: readonly number[];
}

export const ENTER = 0x28;
/** 01 to 03: too many keys, self-test failed, undefined. */
const ERROR_MAX = 0x03;
const LEFT_SHIFT = 0x02;
const RIGHT_SHIFT = 0x20;

/** One report, or null for anything that no scanner types: another modifier, a rollover or error code, a key twice. */
export function parseReport(bytes: string): Report | null {
  if (bytes.length !== REPORT_BYTES || bytes.charCodeAt(1) !== 0) return null;
  const modifiers = bytes.charCodeAt(0);
  if ((modifiers & ~(LEFT_SHIFT | RIGHT_SHIFT)) !== 0) return null;
  const keys: number[] = [];
  for (let at = 2; at < REPORT_BYTES; at++) {
    const usage = bytes.charCodeAt(at);
    if (usage === 0) continue;
    if (usage <= ERROR_MAX || keys.includes(usage)) return null;
    keys.push(usage);
  }
  return { shift: modifiers !== 0, keys };
}

const PLAIN = "abcdefghijklmnopqrstuvwxyz1234567890";
const SHIFTED = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()";
/** First usage of the letters and digits, which follow one another. */
const FIRST = 0x04;
/** The other keys that a code may hold, plain and with shift. */
const OTHERS: Readonly<Record<number, string>> = { 0x2c: "  ", 0x2d: "-_", 0x2e: "=+", 0x37: ".>", 0x38: "/?" };

/** The character of a key, or null for a key that no code of a card holds. */
export function characterOf(usage: number, shift: boolean): string | null {
  const character = (shift ? SHIFTED : PLAIN).charAt(usage - FIRST);
  if (usage >= FIRST && character !== "") return character;
  return OTHERS[usage]?.charAt(shift ? 1 : 0) ?? null;
}
