import { encodeHostLine } from "../../link/numbered-line.ts";
import { plainFields, textDecoder, type Decoded, type LineDecoding } from "../../decoding.ts";
import { LINE_LIMIT, parseLine } from "./codec.ts";

/** How people read the line of a reader of balls, and what may be asked over it. */
export const BALL_READER_DECODING: LineDecoding = {
  decoders: [textDecoder(null, LINE_LIMIT, decodeLine)],
  host: {
    identity: { is: "question", about: "number, firmware and resets", bytes: encodeHostLine("I", 0, []) },
    // As many lines as balls: a session asks for what it lacks, and nobody by hand.
    balls: { is: "order", about: "has it say the balls of its game again" },
  },
  isSecret: false,
};

function decodeLine(text: string): Decoded | null {
  const line = parseLine(text);
  if (line === null) return null;
  const { n, at, message } = line;
  if (message === null) return { message: `message ${text.charAt(0)}`, says: { n, at }, proof: "weak" };
  return { message: message.m, says: { n, at, ...plainFields(message, ["m"]) }, proof: "checksum" };
}
