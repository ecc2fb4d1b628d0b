import {
  plainFields,
  textDecoder,
  type Decoded,
  type HostMessages,
  type LineDecoding,
} from "../../decoding.ts";
import { QUESTION } from "./asking.ts";
import { LINE_LIMIT, parseLine, type MercuryLine, type Protocol } from "./codec.ts";

/** Most pockets that a rotor of a catalogue has: which ones this wheel has, its line does not say. */
const POCKETS = 38;
const PROTOCOLS: readonly Protocol[] = ["extended", "advanced", "basic"];

/** The session asks for the version, and sends nothing else. */
const HOST: HostMessages<"read-version"> = {
  "read-version": { is: "question", about: "its name and version", bytes: QUESTION },
};

export const MERCURY_DECODING: LineDecoding = {
  decoders: PROTOCOLS.map((protocol) => ({
    ...textDecoder(protocol, LINE_LIMIT, (text) => decodeLine(text, protocol)),
    ...(protocol === "basic" ? { isTerse: true } : {}),
  })),
  host: HOST,
  isSecret: false,
};

function decodeLine(text: string, protocol: Protocol): Decoded | null {
  const line = parseLine(text, protocol, POCKETS);
  return line === null ? null : decodedOf(line, text);
}

function decodedOf(line: MercuryLine, text: string): Decoded {
  switch (line.l) {
    case "status": {
      const { flags, extended, ...fields } = line.status;
      const says = { ...plainFields(fields), ...plainFields(flags), ...plainFields(extended ?? {}) };
      return { message: "status", says, proof: "shape" };
    }
    case "bare":
    case "won":
      return { message: "number", says: { number: line.pocket }, proof: "weak" };
    case "started":
    case "no-more-bets":
      return { message: line.l, says: {}, proof: "weak" };
    case "unused":
      return { message: "reply", says: { text }, proof: "none" };
  }
}
