import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";

/** By which name a table's box is asked for: its log's name has slashes. */
export const boxOf = (log: string): string => sha256Hex(utf8(log));
