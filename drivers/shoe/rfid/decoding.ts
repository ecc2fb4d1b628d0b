import { textDecoder, type Decoded, type LineDecoding } from "../../decoding.ts";
import { LINE_LIMIT, parseUid } from "./session.ts";

export const RFID_DECODING: LineDecoding = {
  decoders: [textDecoder(null, LINE_LIMIT, decodeLine)],
  // Nothing is ever written to a reader of tags.
  host: {},
  isSecret: true,
};

/** A tag's number is a card's. */
function decodeLine(text: string): Decoded | null {
  const uid = parseUid(text);
  return uid === null ? null : { message: "tag", says: {}, proof: "shape", isSecret: true, face: uid };
}
