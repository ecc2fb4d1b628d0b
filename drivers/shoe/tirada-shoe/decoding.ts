import {
  plainFields,
  textDecoder,
  type Decoded,
  type Decoder,
  type HostMessages,
  type LineDecoding,
} from "../../decoding.ts";
import type { NumberedLine } from "../../link/numbered-line.ts";
import { parseReportFrames, REPORT_FRAMER_START } from "../../report-framer.ts";
import {
  hostBytes,
  isSound,
  LINE_LIMIT,
  rawOfLine,
  rawOfReport,
  type CarrierKind,
  type HostLetter,
} from "./carrier.ts";
import { parseMessage } from "./messages.ts";

/** What a host can say to the shoe, by the letters of docs/devices/tirada-shoe.md. Any number is as good as another for a question. */
const hostOf = (carrier: CarrierKind): HostMessages<HostLetter> => ({
  I: {
    is: "question",
    about: "kind, number, firmware, resets and decks",
    bytes: hostBytes(carrier, "I", 0, 0),
  },
  Y: { is: "order", about: "runs a self-test" },
  K: { is: "order", about: "takes back a warning" },
  G: { is: "order", about: "locks or unlocks the exit" },
  P: { is: "order", about: "gives a packet of cards" },
  M: { is: "order", about: "sets how cards leave it" },
});

const NAMES: Readonly<Record<HostLetter, string>> = {
  I: "identity",
  Y: "self-test",
  K: "acknowledge",
  G: "exit",
  P: "packet",
  M: "mode",
};

const named = (carrier: CarrierKind): HostMessages =>
  Object.fromEntries(
    Object.entries(hostOf(carrier)).map(([letter, one]) => [NAMES[letter as HostLetter], one]),
  );

/** The shoe on a serial line. */
export const SHOE_LINE_DECODING: LineDecoding = {
  decoders: [textDecoder("line", LINE_LIMIT, (text) => decodedOf(rawOfLine(text)))],
  host: named("line"),
  isSecret: true,
};

const REPORTS: Decoder = {
  protocol: "hid",
  carries: "binary",
  begin: () => {
    let state = REPORT_FRAMER_START;
    return {
      receive: (bytes) => {
        const framed = parseReportFrames(state, bytes, isSound);
        state = framed.state;
        const nonsense = Array.from({ length: framed.nonsense }, () => ({ bytes: "", decoded: null }));
        const reports = framed.frames.map((one) =>
          one.f === "report"
            ? { bytes: one.bytes, decoded: decodedOf(rawOfReport(one.bytes)) }
            : {
                bytes: "",
                decoded: { message: "dropped", says: { reports: one.reports }, proof: "weak" } as const,
              },
        );
        return [...nonsense, ...reports];
      },
    };
  },
};

/** The shoe on USB. */
export const SHOE_HID_DECODING: LineDecoding = { decoders: [REPORTS], host: named("hid"), isSecret: true };

/** A card's face stays in the message: its checksum alone would tell it to whoever tries all cards. */
function decodedOf(raw: NumberedLine | null): Decoded | null {
  const message = raw === null ? null : parseMessage(raw);
  if (raw === null || message === null) return null;
  const { n, at } = message;
  if (message.m === "unknown")
    return { message: `message ${raw.letter}`, says: { n, at }, proof: "weak", isSecret: true };
  if (message.m === "card")
    return {
      message: "card",
      says: { n, at, card: message.card.n, where: message.card.at },
      proof: "checksum",
      isSecret: true,
      face: message.card.face,
    };
  return { message: message.m, says: plainFields(message, ["m"]), proof: "checksum" };
}
