import { expect, it } from "vitest";
import { KEYS } from "../../../test/support/example-configs.ts";
import { mayOrderChange } from "./configuration-change.ts";
import "../../table/setup/families.ts";

/** The last keys: those below which no others stand. */
const LAST = KEYS.filter((key) => !KEYS.some((other) => other.startsWith(`${key}.`)));

/** Each was decided on: who adds a key to the configuration puts it into FROM_AFAR of configuration-change.ts, or here. */
const AT_THE_TABLE = [
  "approved.device",
  "approved.firmware",
  "approved.number",
  "balls.device",
  "clock.rtc",
  "clock.service",
  "dice.eye.camera.path",
  "dice.eye.camera.source",
  "dice.eye.device",
  "dice.second.camera.path",
  "dice.second.camera.source",
  "dice.second.device",
  "dice.thrower.device",
  "dice.thrower.passwordFile",
  "dice.thrower.url",
  "dice.thrower.user",
  "dice.witness.device",
  "dice.witness.passwordFile",
  "dice.witness.url",
  "dice.witness.user",
  "feeds.mqtt.authority",
  "feeds.mqtt.certificate",
  "feeds.mqtt.key",
  "feeds.mqtt.passwordFile",
  "feeds.mqtt.topic",
  "feeds.mqtt.url",
  "feeds.mqtt.username",
  "feeds.numbers.baudRate",
  "feeds.numbers.end",
  "feeds.numbers.format",
  "feeds.numbers.port",
  "feeds.numbers.undo",
  "feeds.server.host",
  "feeds.server.names",
  "feeds.server.port",
  "feeds.tcp.host",
  "feeds.tcp.port",
  "floor.collectors",
  "people.name",
  "people.pin",
  "people.role",
  "remote.authority",
  "remote.certificate",
  "remote.exports",
  "remote.key",
  "remote.relay.url",
  "remote.revoked",
  "remote.updater",
  "remote.visits",
  "shoe.device",
  "shoe.dice.eye.camera.path",
  "shoe.dice.eye.camera.source",
  "shoe.dice.eye.device",
  "shoe.dice.thrower.device",
  "shoe.dice.thrower.passwordFile",
  "shoe.dice.thrower.url",
  "shoe.dice.thrower.user",
  "storage.eventDays",
  "storage.folder",
  "storage.inspectors",
  "storage.second.folder",
  "storage.second.required",
  "storage.second.whenLost",
  "test",
  "update.socket",
  "wheel.device",
  "witness.ca",
  "witness.key",
  "witness.url",
  "witness.whenForked",
  "zone",
];

it("what an order from afar may not change", () => {
  expect(LAST.filter((key) => !mayOrderChange(key)).sort()).toEqual(AT_THE_TABLE);
});

it("a section that nobody decided on is changed at the table alone", () => {
  expect(mayOrderChange("lights.colour")).toBe(false);
  expect(mayOrderChange("display.lights")).toBe(false);
});
