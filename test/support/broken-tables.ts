import type { Looked } from "../../firmware/care/doctor/judge.ts";
import { HEALTH, WELL } from "../../firmware/care/doctor/well.fixture.ts";
import { seen } from "../../firmware/care/doctor/observed.ts";
import { BoardTrace, sensorHints } from "../../firmware/replay/board-trace.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { UnitHealth } from "../../firmware/unit/health.ts";
import { electronicDevice, type SimDevice } from "../../hw-sim/sim/devices.ts";
import { PROFILES, type ElectronicDevice } from "../../hw-sim/sim/profiles.ts";
import { SimTable } from "../../hw-sim/sim/table.ts";
import { electronicWheel, simulatedTable } from "../../hw-sim/sim/wheels.ts";
import type { ChannelTrace, SensorHint } from "../../src/analysis/wheel-trace.ts";
import { FAULTS } from "../../src/codes/faults.ts";
import { familyOf } from "../../src/table/kernel/families.ts";
import { faultText } from "../../src/table/kernel/view/texts.ts";
import { textsOf } from "../../src/text/text-of.ts";
import type { Language, Text } from "../../src/text/language.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import "../../firmware/table/setup/every-family.ts";

/** Twelve tables that somebody is woken for, each with what its page must say. */

const FINDINGS = textsOf("doctor.findings");
const HINTS = textsOf("pages.technician.hints");
const CHILE = "cl/ruleta-francesa";
const SINCE = "2026-11-29T02:40:00.000Z";
const PLAYED_US = 60_000_000;
const MUTE_US = 20_000_000;

export interface BrokenTable {
  readonly name: string;
  /** Faults that stand, as the table itself found them. */
  readonly faults: TableView["device"]["faults"];
  readonly health: TableView["device"]["health"];
  /** What the doctor finds otherwise than at a table in order. */
  readonly looked: Partial<Looked>;
  readonly hints: readonly SensorHint[];
  /** The cause and its remedy, word for word. */
  readonly cause: Text;
  readonly remedy: Text;
}

type Fault = { readonly device: string; readonly code: string };

/** Of a table whose own faults say it. */
function faulty(
  name: string,
  family: "wheel" | "shoe" | "dice",
  faults: readonly Fault[],
  looked: Partial<Looked> = {},
): BrokenTable {
  const { texts } = familyOf({ family });
  const rowOf = (code: string) => FAULTS[code as keyof typeof FAULTS];
  const shown = faults.map((one) => ({ ...one, ...faultText(one.code, texts), since: SINCE }));
  const first = faultText(faults[0]!.code, texts);
  const told = faults.map((one) => ({
    ...one,
    since: SINCE,
    refuses: rowOf(one.code).withholds === "certificate",
  }));
  const health = { ...HEALTH, faults: told } as unknown as UnitHealth;
  return {
    name,
    faults: shown,
    health: rowOf(faults[0]!.code).health,
    looked: { unit: { is: "running", health }, ...looked },
    hints: [],
    cause: first.text,
    remedy: first.doThis,
  };
}

/** The same, where the doctor knows the cause. */
const found = (table: BrokenTable, code: keyof typeof FINDINGS): BrokenTable => ({
  ...table,
  cause: FINDINGS[code].text,
  remedy: FINDINGS[code].remedy,
});

const wheelOf = (device: ElectronicDevice): SimDevice =>
  electronicDevice(electronicWheel(device, loadPack(CHILE).pack as never, "broken", PROFILES.clean));

/** A device whose bytes come otherwise from an instant on. */
const changed = (device: SimDevice, from: number, change: (bytes: string) => string): SimDevice => ({
  ...device,
  run: (us, host) => {
    const { parts, truth } = device.run(us, host);
    const sentOf = (sent: (typeof parts)[number]["sent"]) =>
      sent.map((one) => ({ ...one, bytes: change(one.bytes) })).filter(({ bytes }) => bytes !== "");
    return { parts: us < from ? parts : parts.map((part) => ({ ...part, sent: sentOf(part.sent) })), truth };
  },
});

/** The faults that stand at a table that reads an SS2 and has this device at its cable. */
function faultsWith(device: SimDevice): readonly Fault[] {
  const table = new SimTable({ setup: tableSetup(CHILE, "cammegh-ss2", []), device, seed: "broken" });
  while (table.us < PLAYED_US) {
    table.deliver(table.advance());
    table.drain();
  }
  return table.pipeline.durable.faults;
}

/** What a byte of another speed is read as. */
const atWrongSpeed = (bytes: string): string =>
  Array.from(bytes, (one) => String.fromCharCode((one.charCodeAt(0) * 37 + 129) & 0xff)).join("");

/** What is told of a wheel whose sensor is dirty. */
function hintsOfDirtySensor(): readonly SensorHint[] {
  const table = simulatedTable({ rulebook: CHILE, seed: "broken", profile: PROFILES.clean, board: "fast" });
  const spins: (readonly ChannelTrace[])[] = [];
  let trace = new BoardTrace();
  while (spins.length < 6) {
    const sent = table.advance();
    table.deliver(sent);
    for (const { bytes } of sent) trace.read(bytes);
    for (const { body } of table.drain().records) {
      if (body.kind === "phase" && body.phase === "betting") table.inject("sensor-dirty-B");
      if (!["result", "void", "undecided", "aborted"].includes(body.kind)) continue;
      spins.push(trace.channels());
      trace = new BoardTrace();
    }
  }
  return sensorHints(spins, 37);
}

const well = (name: string, looked: Partial<Looked>): BrokenTable => ({
  name,
  faults: [],
  health: "ok",
  looked,
  hints: [],
  cause: FINDINGS["unit-runs"].text,
  remedy: FINDINGS["unit-runs"].remedy,
});

/** All twelve. Some seconds: the wheels are played. */
export function brokenTables(): readonly BrokenTable[] {
  const hints = hintsOfDirtySensor();
  const ports = [{ device: "wheel", path: "/dev/ttyUSB0", isThere: true, stops: "PL2303" }];
  const worn = [{ disk: "mmcblk0", usedPercent: seen(10), errors: seen(4) }];
  const full = { ...WELL.disk, space: seen({ usedPm: 991, free: 3e8, isReadOnly: false }) };
  const update = {
    version: "0.10.1",
    since: SINCE,
    obstacles: ["decision-waiting"],
    standing: {},
  } as unknown as UnitHealth["update"];
  const updating = { unit: { is: "running", health: { ...HEALTH, update } as UnitHealth } } as const;
  return [
    {
      ...well("dirty sensor", {}),
      hints,
      cause: HINTS["sensor-misses"].text,
      remedy: HINTS["sensor-misses"].remedy,
    },
    found(faulty("swapped cable", "wheel", faultsWith(wheelOf("cammegh-mercury-360"))), "device-foreign"),
    found(
      faulty("mute PL2303", "wheel", faultsWith(changed(wheelOf("cammegh-ss2"), MUTE_US, () => "")), { ports }),
      "adapter-stopped",
    ),
    faulty("wrong speed", "wheel", faultsWith(changed(wheelOf("cammegh-ss2"), MUTE_US, atWrongSpeed))),
    faulty("moved camera", "dice", [{ device: "eye", code: "eye-moved" }]),
    faulty("lamp out", "dice", [{ device: "eye", code: "eye-light" }]),
    faulty("shoe of another table", "shoe", [{ device: "shoe", code: "shoe-setup" }]),
    faulty("full disk", "wheel", [{ device: "unit", code: "storage-full" }], { disk: full }),
    found(well("dying card", { disk: { ...WELL.disk, lives: worn } }), "disk-errors"),
    faulty("wrong clock", "wheel", [{ device: "unit", code: "clock-untrusted" }]),
    faulty("wrong pack", "wheel", [{ device: "wheel", code: "wheel-pockets" }]),
    found(well("stuck update", updating), "update-waits"),
  ];
}

/** A text as it stands on the page: its values are told, whatever they are. */
export const asPattern = (text: Text, language: Language): RegExp =>
  new RegExp(
    text[language]
      .split(/\{[^{}]*\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join(".+"),
    "u",
  );
