import { plainFields, textDecoder, type Decoded, type LineDecoding } from "../../decoding.ts";
import { LINE_LIMIT, messageOf } from "./lines.ts";

export const EYE_DECODING: LineDecoding = {
  decoders: [textDecoder(null, LINE_LIMIT, decodeLine)],
  // The eye only sends (docs/devices/eye.md).
  host: {},
  isSecret: false,
};

function decodeLine(text: string): Decoded | null {
  const message = messageOf(text);
  if (message === null) return null;
  const proof = message.m === "unknown" ? "weak" : "checksum";
  if (message.m !== "rest") return { message: message.m, says: plainFields(message, ["m"]), proof };
  const { n, at, read } = message;
  const faces = read.dice.map(({ face }) => face ?? "?").join(" ");
  return { message: "rest", says: { n, at, rest: read.n, faces, verdict: read.verdict }, proof };
}
