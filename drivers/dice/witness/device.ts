import { z } from "zod";
import { option } from "../../options.ts";
import { DEVICE_ID, diceDevice, TOPIC } from "../device.ts";
import { AGAIN_US, ANSWER_MAX_US, TRIES_MAX } from "./look.ts";
import type { IdpOptions } from "./mqtt-session.ts";

/** Two questions, and the pause between them. */
const ANSWERS_US = TRIES_MAX * ANSWER_MAX_US + AGAIN_US;

const streamOption = (what: string) =>
  option({
    about: `the detector's own name of the stream that it ${what}`,
    value: z.string().min(1).max(200),
    otherwise: null,
  });

/** "IDP" is the name that public code of a studio gives the camera (docs/devices/dice-witness.md). */
export const IDP_MQTT = diceDevice({
  name: "idp-mqtt",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  kind: "witness",
  about: "a studio's dice detector behind an MQTT broker (IDP)",
  ports: ["mqtt"],
  answersWithinUs: ANSWERS_US,
  options: { topic: TOPIC, id: DEVICE_ID, input: streamOption("looks at"), output: streamOption("writes") },
  readSession: async () => {
    const { idpSession } = await import("./mqtt-session.ts");
    return (all) => idpSession(optionsOf(all));
  },
  readTopics: async () => {
    const { idpTopics } = await import("./mqtt-session.ts");
    return (all) => idpTopics(optionsOf(all));
  },
});

function optionsOf({
  topic,
  id,
  dice,
  input,
  output,
}: { readonly dice: 2 | 3 } & Readonly<
  Record<"topic" | "id" | "input" | "output", string | null>
>): IdpOptions {
  if (id === null) throw new TypeError("dice.witness.id is missing: the table's name in the detector's topics");
  if (input === null || output === null)
    throw new TypeError("dice.witness.input and output are missing: the detector's own names of its streams");
  return { table: id, input, output, dice, ...(topic === null ? {} : { prefix: topic }) };
}
