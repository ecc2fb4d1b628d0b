import type { Abilities } from "../../../src/rules/facts.ts";
import { DEVICE_ID, diceDevice, TOPIC } from "../device.ts";
import type { ShakerMqttOptions } from "./mqtt-session.ts";

export const SHAKER_MQTT_ABILITIES: Abilities = {
  shake: {
    level: "measured",
    note: "the shaker says when it accepts, shakes and is idle; the time that was commanded is heard on its own topic",
  },
};

export const SHAKER_MQTT = diceDevice({
  name: "shaker-mqtt",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
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
