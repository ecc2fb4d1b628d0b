import type { Decoded, Decoder, HostMessages, LineDecoding, Piece } from "../decoding.ts";
import { FrameReader, type Frame, type FrameKind } from "./frames.ts";
import { INPUT_PINS, INPUTS } from "./wiring.ts";

/** Speed of the panel's firmware, baud. */
export const PANEL_BAUD = 57_600;

const text = (...bytes: readonly number[]): string => String.fromCharCode(...bytes);

/** What the client library sends a panel (Firmata 2.5): queries, and what sets pins. */
const HOST: HostMessages<
  "version" | "firmware" | "capabilities" | "analog-mapping" | "report-levels" | "pin-modes" | "levels" | "boot"
> = {
  version: { is: "question", about: "the protocol's version", bytes: text(0xf9) },
  firmware: { is: "question", about: "name and version of its firmware", bytes: text(0xf0, 0x79, 0xf7) },
  capabilities: { is: "question", about: "what each pin can do", bytes: text(0xf0, 0x6b, 0xf7) },
  "analog-mapping": { is: "question", about: "which pins are analog", bytes: text(0xf0, 0x69, 0xf7) },
  "report-levels": { is: "order", about: "has it report its inputs from then on" },
  "pin-modes": { is: "order", about: "makes pins inputs or outputs" },
  levels: { is: "order", about: "lights lamps, sounds the buzzer, lets the cover go" },
  boot: { is: "order", about: "resets it into its boot section, where it waits for firmware" },
};

/** A version or a report of levels has three bytes, the first of them alone fixed. */
const PROOFS: Readonly<Record<FrameKind, Decoded["proof"]>> = {
  version: "weak",
  firmware: "shape",
  capabilities: "shape",
  "analog-mapping": "shape",
  levels: "weak",
  waits: "checksum",
};

const FIRMATA: Decoder = {
  protocol: null,
  carries: "binary",
  begin: () => {
    const reader = new FrameReader();
    return {
      receive: (bytes) => {
        const before = reader.damaged;
        const pieces: Piece[] = reader
          .parseBytes(Buffer.from(bytes, "latin1"))
          .map((one) => ({ bytes: text(...one.bytes), decoded: decodedOf(one) }));
        return reader.damaged > before ? [{ bytes: "", decoded: null }, ...pieces] : pieces;
      },
    };
  },
};

function decodedOf({ kind, bytes }: Frame): Decoded {
  const proof = PROOFS[kind];
  if (kind !== "levels") return { message: kind, says: {}, proof };
  const [, low = 0, high = 0] = bytes;
  const levels = low | (high << 7);
  // Closed switches pull their pin low.
  const isClosed = (pin: number): boolean => (levels & (1 << pin)) === 0;
  const says = Object.fromEntries(INPUTS.map((input) => [input, isClosed(INPUT_PINS[input])]));
  return { message: "levels", says, proof };
}

export const PANEL_DECODING: LineDecoding = { decoders: [FIRMATA], host: HOST, isSecret: false };
