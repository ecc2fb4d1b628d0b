import type { Unobserved } from "../../../src/codes/findings.ts";
import { readFileSync } from "../../files/disk.ts";

/** What was looked at: its value, or why it could not be seen. What was not seen is never counted as in order. */
export type Observed<T> =
  | { readonly seen: true; readonly value: T }
  | { readonly seen: false; readonly why: Unobserved };

export const seen = <T>(value: T): Observed<T> => ({ seen: true, value });
export const unseen = (why: Unobserved): Observed<never> => ({ seen: false, why });

const NO_RIGHT = ["EACCES", "EPERM"];

/** Makes an observation; what the system refuses is said as it is. */
export function observe<T>(look: () => T | null): Observed<T> {
  try {
    const value = look();
    return value === null ? unseen("no-sensor") : seen(value);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return unseen(NO_RIGHT.includes(code) ? "no-right" : "no-sensor");
  }
}

/** The text of one of the kernel's small files; null: it is not there. */
export function kernelText(path: string): string | null {
  try {
    return readFileSync(path, "latin1").trim();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (NO_RIGHT.includes(code)) throw error;
    return null;
  }
}

/** A whole number from such a file; null: there is none. */
export function kernelNumber(path: string): number | null {
  const text = kernelText(path);
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}
