import type { Decoded, Decoder, HostMessages, LineDecoding, Piece } from "../../decoding.ts";
import { answerOf, EMPTY, FAILED, IDENTIFY, isCard, PENDING, USED } from "./answers.ts";

/** What the session sends: it has a picture taken, and asks which card it shows. Neither is a question for a person. */
const HOST: HostMessages<"capture" | "identify"> = {
  capture: { is: "order", about: "takes a picture, which takes the place of the one before" },
  identify: { is: "face", about: "says which card lies in front" },
};

const WORDS: Readonly<Record<number, string>> = {
  [PENDING]: "pending",
  [EMPTY]: "empty",
  [FAILED]: "failed",
  [USED]: "used",
};

/** An answer is one byte without any check: it can be read beside its question alone. */
const ANSWERS: Decoder = {
  protocol: null,
  carries: "binary",
  isTerse: true,
  begin: () => {
    let asked = 0;
    return {
      onSent: (bytes) => {
        asked += bytes.split(IDENTIFY).length - 1;
      },
      receive: (bytes) =>
        Array.from(bytes, (byte): Piece => {
          const isAsked = asked > 0;
          asked = Math.max(0, asked - 1);
          return { bytes: byte, decoded: isAsked ? decodeAnswer(byte.charCodeAt(0)) : null };
        }),
    };
  },
};

function decodeAnswer(byte: number): Decoded | null {
  if (isCard(byte)) return { message: "answer", says: { answer: "card" }, proof: "weak", isSecret: true };
  return answerOf(byte) === byte
    ? { message: "answer", says: { answer: WORDS[byte] ?? null }, proof: "weak" }
    : null;
}

export const CARD_CAMERA_DECODING: LineDecoding = { decoders: [ANSWERS], host: HOST, isSecret: true };
