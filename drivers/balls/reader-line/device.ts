import { z } from "zod";
import { option } from "../../options.ts";
import { ballDevice } from "../device.ts";

/** The number of a reader: eight hex digits, as its identity says it. */
const READER_ID = option({
  about: "the reader's own number, eight hex digits; without it any",
  value: z
    .string('must be text: put digits in quotes, "0001"')
    .regex(/^[0-9A-F]{8}$/, "must be eight hex digits"),
  otherwise: null,
});

export const BALL_READER_LINE = ballDevice({
  name: "ball-reader-line",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  about: "an automatic reader of balls with tirada's open line, serial 115200 8N1",
  baudRate: 115_200,
  options: { reader: READER_ID },
  readDecoding: async () => (await import("./decoding.ts")).BALL_READER_DECODING,
  readSession: async () => {
    const { ballReaderSession } = await import("./session.ts");
    return ({ reader }) => ballReaderSession({ reader });
  },
});
