import { DEVICE_ID, diceDevice, TOPIC } from "../device.ts";
import { SHAKER_LINE_ABILITIES, SHAKER_MQTT_ABILITIES } from "./abilities.ts";
import { shakerLineSession } from "./line-session.ts";
import { shakerMqttSession, shakerTopics } from "./mqtt-session.ts";

export const SHAKER_MQTT = diceDevice({
  name: "shaker-mqtt",
  family: "dice",
  kind: "thrower",
  about: "a Sic Bo shaker behind an MQTT broker (Billy-III)",
  baudRate: 0,
  ports: ["mqtt"],
  throws: ["shaker"],
  abilities: SHAKER_MQTT_ABILITIES,
  options: { topic: TOPIC, id: DEVICE_ID },
  session: (all) => shakerMqttSession(optionsOf(all)),
  topics: (all) => shakerTopics(optionsOf(all)),
});

function optionsOf({
  topic,
  id,
}: Readonly<Record<"topic" | "id", string | null>>): Parameters<typeof shakerMqttSession>[0] {
  if (id === null)
    throw new TypeError("dice.thrower.id is missing: the shaker's name in its topics, e.g. Billy-III");
  return { name: id, askedMs: null, ...(topic === null ? {} : { prefix: topic }) };
}

export const SHAKER_LINE = diceDevice({
  name: "shaker-line",
  family: "dice",
  kind: "thrower",
  about: "a shaker of the open tirada line, serial 115200 8N1",
  baudRate: 115_200,
  ports: ["serial"],
  throws: ["shaker"],
  abilities: SHAKER_LINE_ABILITIES,
  options: { id: DEVICE_ID },
  session: ({ id }) => shakerLineSession({ device: id, motion: false, askedMs: null }),
});
