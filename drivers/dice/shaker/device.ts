import type { Abilities } from "../../../src/rules/facts.ts";
import { DEVICE_ID, diceDevice, TOPIC } from "../device.ts";
import type { ShakerMqttOptions } from "./mqtt-session.ts";

const shakeMeasured = (note: string): Abilities => ({ shake: { level: "measured", note } });

export const SHAKER_MQTT_ABILITIES = shakeMeasured(
  "the shaker says when it accepts, shakes and is idle; the time that was commanded is heard on its own topic",
);

export const SHAKER_LINE_ABILITIES = shakeMeasured(
  "the shaker tells how long its drive ran and, with a motion sensor, how long it was in motion (line S)",
);

export const SHAKER_MQTT = diceDevice({
  name: "shaker-mqtt",
  kind: "thrower",
  about: "a Sic Bo shaker behind an MQTT broker (Billy-III)",
  ports: ["mqtt"],
  throws: ["shaker"],
  abilities: SHAKER_MQTT_ABILITIES,
  options: { topic: TOPIC, id: DEVICE_ID },
  readSession: async () => {
    const { shakerMqttSession } = await import("./mqtt-session.ts");
    return (all) => shakerMqttSession(optionsOf(all));
  },
  readTopics: async () => {
    const { shakerTopics } = await import("./mqtt-session.ts");
    return (all) => shakerTopics(optionsOf(all));
  },
});

function optionsOf({ topic, id }: Readonly<Record<"topic" | "id", string | null>>): ShakerMqttOptions {
  if (id === null)
    throw new TypeError("dice.thrower.id is missing: the shaker's name in its topics, e.g. Billy-III");
  return { name: id, askedMs: null, ...(topic === null ? {} : { prefix: topic }) };
}

export const SHAKER_LINE = diceDevice({
  name: "shaker-line",
  kind: "thrower",
  about: "a shaker of the open tirada line, serial 115200 8N1",
  ports: ["serial"],
  throws: ["shaker"],
  abilities: SHAKER_LINE_ABILITIES,
  options: { id: DEVICE_ID },
  readSession: async () => {
    const { shakerLineSession } = await import("./line-session.ts");
    return ({ id }) => shakerLineSession({ device: id });
  },
});
