import {
  plainFields,
  textDecoder,
  type Decoded,
  type HostMessages,
  type LineDecoding,
} from "../../decoding.ts";
import { waitingIn } from "../../boot-section/lines.ts";
import { encodeHostLine, LINE_LIMIT, parseLine } from "./lines.ts";

/** What a host can say to a board (docs/devices/sensor-board.md, "To the board"). A self-test watches no sensor for 15 ms. */
const HOST: HostMessages<"identity" | "debounce" | "time" | "heartbeat" | "self-test" | "setting" | "boot"> = {
  identity: { is: "question", about: "number, firmware, kind, marks and resets", bytes: encodeHostLine("I") },
  debounce: { is: "question", about: "how long it debounces", bytes: encodeHostLine("C debounce") },
  time: { is: "question", about: "its clock", bytes: encodeHostLine("T 00000000") },
  heartbeat: { is: "question", about: "a heartbeat now", bytes: encodeHostLine("B") },
  "self-test": { is: "order", about: "looks away from the wheel for 15 ms" },
  setting: { is: "order", about: "writes a setting" },
  boot: { is: "order", about: "resets it into its boot section, where it waits for firmware" },
};

export const SENSOR_BOARD_DECODING: LineDecoding = {
  decoders: [textDecoder(null, LINE_LIMIT, decodeLine)],
  host: HOST,
  isSecret: false,
};

function decodeLine(text: string): Decoded | null {
  const waiting = waitingIn(text);
  if (waiting !== null) return { message: "waits", says: plainFields(waiting, ["m"]), proof: "checksum" };
  const line = parseLine(text);
  return line === null ? null : { message: line.m, says: plainFields(line, ["m"]), proof: "checksum" };
}
