import { z } from "zod";
import { option } from "../../options.ts";
import { ASK } from "../cammegh.ts";
import { wheelDevice } from "../device.ts";
import { WHEEL_BAUD } from "../pace.ts";

export const SS2 = wheelDevice({
  name: "cammegh-ss2",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "wheel",
  about: "Cammegh SlingShot 2, automatic wheel, RS-232 9600 8N1, port A",
  baudRate: WHEEL_BAUD,
  kinds: ["roulette"],
  options: {
    // 2.0 rpm as captured on a live wheel; the factory's own value is 1.5 rpm.
    rotorVariationRpm10: option({
      about: "the wheel's `*T m` in tenths of rpm, its own change of speed after no more bets",
      value: z.int().min(0).max(50),
      otherwise: 20,
    }),
    ask: ASK,
  },
  learning: null,
  drivesRotor: true,
  readDecoding: async () => (await import("./decoding.ts")).SS2_DECODING,
  readSession: async () => (await import("./session.ts")).ss2Session,
});
