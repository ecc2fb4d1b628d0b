import { US_PER_S } from "../../../src/time/instant.ts";
import { diceDevice } from "../device.ts";
import { eyeAbilities } from "./abilities.ts";
import { EYE_OPTIONS, knowing } from "./options.ts";

export const TIRADA_EYE = diceDevice({
  name: "tirada-eye",
  kind: "eye",
  about: "a camera over the dice, read by this unit, or by a computer of its own on a serial line 115200 8N1",
  ports: ["camera", "serial"],
  abilities: eyeAbilities(knowing({ knows: [] })),
  options: EYE_OPTIONS,
  readSession: async () => {
    const { tiradaEyeSession } = await import("./session.ts");
    return ({ faces, digest, knows }) => tiradaEyeSession({ faces, digest, knows: knowing({ knows }) });
  },
});

export const WITNESS_EYE = diceDevice({
  name: "witness-eye",
  kind: "witness",
  about: "a second tirada-eye over the same dice",
  ports: ["camera", "serial"],
  answersWithinUs: 2 * US_PER_S,
  options: EYE_OPTIONS,
  readSession: async () => {
    const { witnessEyeSession } = await import("./as-witness.ts");
    return ({ faces, digest, knows }) => witnessEyeSession({ faces, digest, knows: knowing({ knows }) });
  },
});
