import { z } from "zod";
import { option } from "../../options.ts";
import { ASK } from "../cammegh.ts";
import { wheelDevice } from "../device.ts";
import { WHEEL_BAUD } from "../pace.ts";

export const MERCURY_360 = wheelDevice({
  name: "cammegh-mercury-360",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "wheel",
  about: "Cammegh Mercury 360, dealer-spun wheel with in-rim reader, BOB serial port 9600 8N1",
  baudRate: WHEEL_BAUD,
  kinds: ["roulette"],
  options: {
    protocol: option({
      about: "the protocol of the port that the unit is wired to",
      value: z.enum(["basic", "advanced", "extended"]),
      otherwise: "extended",
    }),
    ask: ASK,
    gameMode: option({
      about:
        "its game mode as `*G0` shows it, e.g. 0x1f; without it the advanced port's ball direction is not trusted",
      value: z.nullable(z.int().min(0).max(0xff)),
      otherwise: null,
    }),
  },
  learning: null,
  readDecoding: async () => (await import("./decoding.ts")).MERCURY_DECODING,
  readSession: async () => {
    const { mercury360Session } = await import("./session.ts");
    return ({ protocol, pockets, gameMode, baud, ask }) =>
      mercury360Session({
        protocol,
        baud,
        ask,
        pockets: pockets === 38 ? 38 : 37,
        ...(gameMode === null ? {} : { gameMode }),
      });
  },
});
