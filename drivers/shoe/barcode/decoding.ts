import type { Decoder, LineDecoding, Piece } from "../../decoding.ts";
import { characterOf, ENTER, parseReport, REPORT_BYTES } from "./keyboard.ts";

/** The most reports of one code; more is somebody's elbow. */
const REPORTS_MAX = 128;

/** The reports of one code, from the first key to Enter. */
interface Code {
  readonly bytes: string;
  /** What was typed; a key that no code holds is a question mark. */
  readonly text: string;
  /** Keys that are down. */
  readonly down: readonly number[];
  readonly isGood: boolean;
}

const NO_CODE: Code = { bytes: "", text: "", down: [], isGood: true };

/** One report more; `isEnd`: it was Enter, or the code is longer than any. */
function addReport(code: Code, bytes: string): { readonly code: Code; readonly isEnd: boolean } {
  const report = parseReport(bytes);
  const pressed = report?.keys.filter((key) => !code.down.includes(key)) ?? [];
  const isEnter = pressed.includes(ENTER);
  const typed = pressed
    .filter((key) => key !== ENTER)
    .map((key) => characterOf(key, report?.shift === true) ?? "?");
  const next: Code = {
    bytes: code.bytes + bytes,
    text: code.text + typed.join(""),
    down: report?.keys ?? [],
    isGood: code.isGood && report !== null,
  };
  return { code: next, isEnd: isEnter || next.bytes.length >= REPORTS_MAX * REPORT_BYTES };
}

/** The reports of one code are one piece: how many keys a code has may tell which card it is on. */
const KEYS: Decoder = {
  protocol: null,
  carries: "binary",
  begin: () => {
    let partial = "";
    let code = NO_CODE;
    return {
      receive: (bytes) => {
        const pieces: Piece[] = [];
        partial += bytes;
        for (; partial.length >= REPORT_BYTES; partial = partial.slice(REPORT_BYTES)) {
          const added = addReport(code, partial.slice(0, REPORT_BYTES));
          code = added.code;
          if (!added.isEnd) continue;
          pieces.push(pieceOf(code));
          code = { ...NO_CODE, down: code.down };
        }
        return pieces;
      },
    };
  },
};

function pieceOf({ bytes, text, isGood }: Code): Piece {
  if (!isGood || text === "") return { bytes, decoded: null };
  return { bytes, decoded: { message: "code", says: {}, proof: "shape", isSecret: true, face: text } };
}

export const BARCODE_DECODING: LineDecoding = {
  decoders: [KEYS],
  // Nothing is ever written to a scanner, not even its lamps.
  host: {},
  isSecret: true,
};
