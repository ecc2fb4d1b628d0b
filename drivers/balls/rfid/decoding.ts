import { LINE_LIMIT, parseUid } from "../../shoe/rfid/session.ts";
import { textDecoder, type LineDecoding } from "../../decoding.ts";

/** How people read the line of a reader of tagged balls. Nothing is ever written to it. */
export const BALL_TAGS_DECODING: LineDecoding = {
  decoders: [
    textDecoder(null, LINE_LIMIT, (text) => {
      const tag = parseUid(text);
      return tag === null ? null : { message: "tag", says: { tag }, proof: "shape" };
    }),
  ],
  host: {},
  isSecret: false,
};
