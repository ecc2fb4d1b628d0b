/**
 * One page of the statistics log, `*s r page <256 bytes> <hh>` (Cammegh SS2 Developers Guide V2.10 §2.3–2.10).
 * Each data byte is a value plus 21h: 0–37 a win by code, 38–75 a misfire, `~` unused. `hh` is the sum of the data
 * bytes modulo 256 in hex: of all lines of this wheel the only one with a checksum.
 */
export interface StatisticsPage {
  readonly page: number;
  /** In the order of the log; unused places are left out. */
  readonly entries: readonly StatisticsEntry[];
}

export interface StatisticsEntry {
  readonly kind: "win" | "misfire";
  /** 0–37, the wheel's own number code; 37 is double zero. */
  readonly code: number;
}

export const PAGE_BYTES = 256;
const OFFSET = 0x21;
const MISFIRES_FROM = 38;
const CODES = 76;
const UNUSED = 0x7e;
const PAGE = /^\*s r (\d{1,5}) ([!-l~]{256}) ([0-9A-Fa-f]{2})$/;

/** A whole page whose checksum holds, else null. */
export function parsePage(line: string): StatisticsPage | null {
  const [, page, data, sum] = PAGE.exec(line) ?? [];
  if (page === undefined || data === undefined || sum === undefined) return null;
  if (checksum(data) !== Number.parseInt(sum, 16)) return null;
  const entries: StatisticsEntry[] = [];
  for (let at = 0; at < data.length; at++) {
    const byte = data.charCodeAt(at);
    if (byte === UNUSED) continue;
    const value = byte - OFFSET;
    if (value >= CODES) return null;
    entries.push({ kind: value < MISFIRES_FROM ? "win" : "misfire", code: value % MISFIRES_FROM });
  }
  return { page: Number(page), entries };
}

/** Sum of the bytes as they are sent, modulo 256. */
export function checksum(data: string): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum = (sum + data.charCodeAt(at)) & 0xff;
  return sum;
}
