import {
  plainFields,
  textDecoder,
  type Decoded,
  type HostMessages,
  type LineDecoding,
} from "../../decoding.ts";
import type { Command, CommandName } from "./commands/command.ts";
import { definitionOf } from "./commands/definition.ts";
import { parseReply } from "./commands/replies.ts";
import { LINE_LIMIT, parseBareNumber, parseStatus } from "./status.ts";

/** Most pockets that a rotor of a catalogue has: which ones this wheel has, its line does not say. */
const POCKETS = 38;

const asked = (command: Command): string => `${definitionOf(command).encode(command)}\r\n`;

/** What the session can send, and what of it only asks (Cammegh SS2 Developers Guide V2.10 §2.3–2.10). */
const HOST: HostMessages<CommandName> = {
  "read-mode": { is: "question", about: "its mode bits", bytes: asked({ c: "read-mode" }) },
  "read-status": { is: "question", about: "one status line", bytes: asked({ c: "read-status" }) },
  "read-software": { is: "question", about: "its firmware", bytes: asked({ c: "read-software" }) },
  "read-version": { is: "question", about: "its name and version", bytes: asked({ c: "read-version" }) },
  "read-options": {
    is: "question",
    about: "state, games an hour and mode",
    bytes: asked({ c: "read-options" }),
  },
  "read-parameter": {
    is: "question",
    about: "how many pockets it has (parameter z)",
    bytes: asked({ c: "read-parameter", letter: "z" }),
  },
  "set-mode": { is: "order", about: "writes the mode bits" },
  "self-test": { is: "order", about: "moves the rotor and fires the ball" },
  "write-parameter": { is: "order", about: "writes a parameter" },
  "save-parameters": { is: "order", about: "keeps the parameters" },
};

export const SS2_DECODING: LineDecoding = {
  decoders: [textDecoder(null, LINE_LIMIT, decodeLine)],
  host: HOST,
  isSecret: false,
};

function decodeLine(text: string): Decoded | null {
  const status = parseStatus(text, POCKETS);
  if (status !== null)
    return {
      message: "status",
      says: { ...plainFields(status, ["flags"]), ...plainFields(status.flags) },
      proof: "shape",
    };
  const number = parseBareNumber(text, POCKETS);
  if (number !== null) return { message: "number", says: { number }, proof: "weak" };
  const reply = parseReply(text);
  if (reply === null) return null;
  const isLong = reply.r === "version" || reply.r === "options" || reply.r === "parameter";
  return { message: `reply ${reply.r}`, says: plainFields(reply, ["r"]), proof: isLong ? "shape" : "weak" };
}
