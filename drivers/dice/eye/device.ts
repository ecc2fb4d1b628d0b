import { z } from "zod";
import { schemaWords } from "../../../src/rules/problem-words.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { option, type Options } from "../../options.ts";
import { diceDevice } from "../device.ts";
import { eyeAbilities } from "./abilities.ts";
import { KNOWS, knowsOfNames, type Knows } from "./codes.ts";

/** Of an eye, the first one as the second. */
export const EYE_OPTIONS = {
  digest: option({
    about:
      "an eye on a line: digest of the one calibration that belongs to this table, 16 hex digits; without it any",
    value: z
      .string('must be text: put digits in quotes, "0123456789abcdef"')
      .refine((text) => /^[0-9a-f]{16}$/.test(text), schemaWords("hex", { count: 16, letters: "a-f" })),
    otherwise: null,
  }),
  knows: option({
    about:
      "an eye on a line: what it must have been calibrated for beside the arena; without one of them it is refused",
    value: z.array(z.enum(KNOWS)).max(KNOWS.length).readonly(),
    otherwise: [] as readonly Knows[],
  }),
} satisfies Options;

export const TIRADA_EYE = diceDevice({
  name: "tirada-eye",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  kind: "eye",
  about: "a camera over the dice, read by this unit, or by a computer of its own on a serial line 115200 8N1",
  ports: ["camera", "serial"],
  abilities: eyeAbilities(knowsOfNames([])),
  options: EYE_OPTIONS,
  readDecoding: async () => (await import("./decoding.ts")).EYE_DECODING,
  readSession: async () => {
    const { tiradaEyeSession } = await import("./session.ts");
    return ({ faces, digest, knows }) => tiradaEyeSession({ faces, digest, knows: knowsOfNames(knows) });
  },
});

export const WITNESS_EYE = diceDevice({
  name: "witness-eye",
  acceptance: { steps: new URL("witness-acceptance.yaml", import.meta.url) },
  kind: "witness",
  about: "a second tirada-eye over the same dice",
  ports: ["camera", "serial"],
  answersWithinUs: 2 * US_PER_S,
  options: EYE_OPTIONS,
  readDecoding: async () => (await import("./decoding.ts")).EYE_DECODING,
  readSession: async () => {
    const { witnessEyeSession } = await import("./as-witness.ts");
    return ({ faces, digest, knows }) => witnessEyeSession({ faces, digest, knows: knowsOfNames(knows) });
  },
});
