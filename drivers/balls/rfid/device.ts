import { z } from "zod";
import { option } from "../../options.ts";
import { ballDevice } from "../device.ts";

/** A configuration names the file of the set (`balls.set`), and recordings hold its tags: they are replayed without it. */
const TAGS = option({
  about: "the tags of balls 1 to 90 from the file of the set, seven bytes each, in base64",
  value: z.string().regex(/^[0-9A-Za-z+/]{840}$/, "must be the tags of a set"),
  otherwise: null,
});

export const BALL_READER_RFID = ballDevice({
  name: "ball-reader-rfid",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  about: "a radio tag reader at the exit of the machine, for balls with tags, serial 9600 8N1",
  baudRate: 9_600,
  options: { tags: TAGS },
  readDecoding: async () => (await import("./decoding.ts")).BALL_TAGS_DECODING,
  readSession: async () => {
    const [{ ballTagSession }, { unpackedTags }] = await Promise.all([
      import("./session.ts"),
      import("./tag-set.ts"),
    ]);
    return ({ tags }) => ballTagSession(tags === null ? [] : unpackedTags(tags));
  },
});
