import {
  plainFields,
  textDecoder,
  type Decoded,
  type HostMessages,
  type LineDecoding,
} from "../../decoding.ts";
import { Fields } from "../../link/fields.ts";
import { encodeHostLine } from "../../link/numbered-line.ts";
import { IDENTITY_WIDTHS, LINE_LIMIT, parseDeviceLine, parseIdentity, type Shapes } from "./format.ts";

/** The host asks who is there, and nothing else (docs/devices/dice-line.md). Any number is as good as another for a question. */
const HOST: HostMessages<"identity"> = {
  identity: { is: "question", about: "kind, number, firmware and resets", bytes: encodeHostLine("I", 0, []) },
};

/** What tells the devices of the dice line apart: the kind in their identity, and their own messages. */
export interface DiceLineMessages {
  readonly kind: number;
  readonly shapes: Shapes;
  readonly read: (letter: string, fields: Fields) => { readonly m: string };
}

/** How the line of one kind of device is read. */
export function diceLineDecoding(device: DiceLineMessages): LineDecoding {
  return {
    decoders: [textDecoder(null, LINE_LIMIT, (text) => decodeLine(text, device))],
    host: HOST,
    isSecret: false,
  };
}

function decodeLine(text: string, { kind, shapes, read }: DiceLineMessages): Decoded | null {
  const line = parseDeviceLine(text, { ...shapes, I: IDENTITY_WIDTHS });
  if (line === null) return null;
  const { letter, n, at } = line;
  if (letter === "I") {
    const identity = parseIdentity(line.fields);
    if (identity?.kind !== kind) return null;
    return { message: "identity", says: { n, at, ...plainFields(identity) }, proof: "checksum" };
  }
  if (!Object.hasOwn(shapes, letter)) return { message: `message ${letter}`, says: { n, at }, proof: "weak" };
  const fields = new Fields(line.fields);
  const message = read(letter, fields);
  return fields.isGood
    ? { message: message.m, says: { n, at, ...plainFields(message, ["m"]) }, proof: "checksum" }
    : null;
}
