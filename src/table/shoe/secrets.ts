import type { Face } from "../../cards/card.ts";
import { sha256Hex, utf8 } from "../../record/bytes.ts";

/**
 * The commitment of a card that lies face down: it binds the face, and tells nobody which it is, as long as the round's key is
 * secret. A face alone has 53 possibilities; the key has 2^256.
 */
export function commitmentOf(key: string, round: number, n: number, face: Face): string {
  return sha256Hex(utf8(`tirada-card/1\0${key}\0${round}\0${n}\0${face}`));
}
