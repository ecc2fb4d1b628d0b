import { describe, expect, it } from "vitest";
import { parseVkey, verifierOf } from "../../../src/record/keys.ts";
import { problemText } from "../../../src/rules/yaml.ts";
import { CONFIG_FORMAT, parseConfig, type WheelTableConfig } from "./config.ts";

const LEAST = `table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: cl/ruleta-francesa
wheel:
  device: cammegh-ss2
  path: /dev/serial/by-id/usb-FTDI_0-port0
storage:
  folder: var/table-07
`;

const FULL = `table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: es-cb/ruleta-francesa
  houseRules: [a-rule]
  languages: [eu, es]
  openAtStart: true
wheel:
  device: cammegh-mercury-360
  path: /dev/ttyUSB0
  baud: 19200
  wait: true
  protocol: advanced
  gameMode: 0x1f
panel:
  path: /dev/ttyACM0
  baud: 57600
display:
  host: 0.0.0.0
  port: 8080
people:
  - name: M. Etxeberria
    role: jefe-de-mesa
    pin: scrypt$1
storage:
  folder: var/table-07
  segmentMegabytes: 4
  recordingMegabytes: 64
test: true
`;

function config(text: string): WheelTableConfig {
  const read = parseConfig(text, "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  if (read.config.wheel === undefined) throw new Error("no wheel table");
  return read.config;
}

function problems(text: string): string[] {
  const read = parseConfig(text, "table.yaml");
  return read.ok ? [] : read.problems.map(problemText);
}

/** Of another wheel, which has other options. */
const SLINGSHOT = FULL.replace(
  /cammegh-mercury-360([^]*)  protocol: advanced\n  gameMode: 0x1f\n/,
  "cammegh-ss2$1  rotorVariationRpm10: 15\n  ask: false\n",
);

/** A full configuration with the line of one key replaced; the key's line number counts from 1. */
function broken(key: string, line: string): { at: number; said: string[] } {
  const lines = (FULL.includes(`  ${key}: `) ? FULL : SLINGSHOT).split("\n");
  const at = lines.findIndex((one) => one.trim().startsWith(`${key}:`) || one.trim().startsWith(`- ${key}:`));
  if (at < 0) throw new Error(`no key ${key}`);
  const indent = /^(\s*(?:- )?)/.exec(lines[at] ?? "")?.[1] ?? "";
  lines[at] = indent + line;
  return { at: at + 1, said: problems(lines.join("\n")) };
}

describe("the section of a witness", () => {
  const key = "tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";
  const table = "tirada.example/casino-1/table-07+ccf33cac+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";
  /** Of order 1: y = 1. */
  const small = `tirada.example/small+00000000+${Buffer.concat([Buffer.of(4, 1), Buffer.alloc(31)]).toString("base64")}`;
  const withWitness = (url: string, vkey: string, more = ""): string =>
    `${LEAST}witness:\n  url: ${url}\n  key: ${vkey}\n${more}`;

  it("is read, and its address ends in a slash", () => {
    expect(config(LEAST).witness).toBeUndefined();
    expect(config(withWitness("https://10.0.0.5:8471", key, "  ca: witness.pem\n")).witness).toEqual({
      url: "https://10.0.0.5:8471/",
      key,
      ca: "witness.pem",
    });
  });

  it("and each inspector has a key of their own", () => {
    const other = verifierOf("dgoj.example/inspector-3", parseVkey(key).raw, "cosignature").vkey;
    const inspectors = (...keys: readonly string[]): string =>
      withWitness("https://a/", key).replace("storage:\n", `storage:\n  inspectors: [${keys.join(", ")}]\n`);
    for (const keys of [[key], [other], [other, other]])
      expect(problems(inspectors(...keys))).toEqual([
        expect.stringMatching(/^table\.yaml:\d+:\d+: .* has the key of .*a key of their own$/),
      ]);
  });

  it.each([
    [
      "an address without TLS",
      withWitness("http://10.0.0.5/", key),
      /table\.yaml:11:\d+: witness\.url: must look like/,
    ],
    ["no address", withWitness("witness", key), /table\.yaml:11:\d+: witness\.url: must look like/],
    ["a table's key", withWitness("https://a/", table), /table\.yaml:12:\d+: witness\.key: .*key of a table/],
    ["no key", withWitness("https://a/", "witness"), /table\.yaml:12:\d+: witness\.key: .*not a vkey/],
    [
      "a key copied wrong",
      withWitness("https://a/", key.replace("f2f0", "f2f1")),
      /table\.yaml:12:.*copied wrong/,
    ],
    ["a key of small order", withWitness("https://a/", small), /table\.yaml:12:.*small order/],
    [
      "an unknown key",
      withWitness("https://a/", key, "  cert: a.pem\n"),
      /table\.yaml:13:.*unknown key "cert"/,
    ],
  ])("%s is refused with its line", (_, text, says) => expect(problems(text).join()).toMatch(says));
});

describe("a configuration", () => {
  it("takes the port's usual speed of its device, and the order of its wheel", () => {
    expect(config(LEAST).wheel.baud).toBe(9600);
    const board = LEAST.replace("device: cammegh-ss2", "device: sensor-board");
    expect(config(board).wheel.baud).toBe(115_200);
    expect(config(board.replace("  path:", "  baud: 57600\n  path:")).wheel.baud).toBe(57_600);
    expect(config(board).wheel.ring).toBeUndefined();
    const ring = board.replace("  path:", '  ring: ["1", "2", "3", "4", "5", "6", "7", joker]\n  path:');
    expect(config(ring).wheel.ring).toEqual(["1", "2", "3", "4", "5", "6", "7", "joker"]);
    expect(problems(ring.replace('"1", "2"', '1, "2"')).join()).toMatch(/table\.yaml:7:\d+: wheel\.ring\.0/);
    const read = parseConfig(ring, "table.yaml");
    expect(read.ok && problemText(read.problemAt(["wheel", "ring"], "no"))).toMatch(/^table\.yaml:7:\d+: no$/);
  });

  it("needs little, and the rest has its defaults", () => {
    expect(config(LEAST)).toEqual({
      table: {
        name: "Mesa 7",
        log: "tirada.example/casino-1/table-07",
        rulebook: "cl/ruleta-francesa",
        houseRules: [],
        languages: ["es", "en"],
        openAtStart: false,
      },
      wheel: {
        device: "cammegh-ss2",
        path: "/dev/serial/by-id/usb-FTDI_0-port0",
        baud: 9600,
        wait: false,
        rotorVariationRpm10: 20,
        ask: true,
        protocol: "extended",
        gameMode: null,
      },
      display: { host: "127.0.0.1", port: 8470 },
      people: [],
      storage: { folder: "var/table-07", segmentMegabytes: 8, recordingMegabytes: 1_024 },
      test: false,
    });
  });

  it("takes every key", () => {
    expect(config(FULL)).toMatchObject({
      table: { languages: ["eu", "es"], openAtStart: true, houseRules: ["a-rule"] },
      wheel: {
        baud: 19_200,
        wait: true,
        protocol: "advanced",
        gameMode: 31,
      },
      panel: { path: "/dev/ttyACM0", baud: 57_600 },
      display: { host: "0.0.0.0", port: 8_080 },
      people: [{ name: "M. Etxeberria", role: "jefe-de-mesa", pin: "scrypt$1" }],
      storage: { segmentMegabytes: 4, recordingMegabytes: 64 },
      test: true,
    });
    expect(config(SLINGSHOT).wheel).toMatchObject({ rotorVariationRpm10: 15, ask: false });
  });

  it("refuses an option that its device does not have, and says which it has", () => {
    const own = FULL.replace("  gameMode: 0x1f", "  rotorVariationRpm10: 5");
    expect(problems(own)).toEqual([
      "table.yaml:14:24: wheel.rotorVariationRpm10: is no option of cammegh-mercury-360; it has protocol, ask, gameMode",
    ]);
    const board = LEAST.replace("device: cammegh-ss2", "device: sensor-board\n  ask: true");
    expect(problems(board).join()).toMatch(/wheel\.ask: is no option of sensor-board; it has none/);
  });
});

describe("an unknown key", () => {
  it.each([
    ["at the top", `${LEAST}tabel: 1\n`, 10, "tabel"],
    ["of the table", LEAST.replace("  rulebook:", "  rulebok: x\n  rulebook:"), 4, "rulebok"],
    ["of the wheel", LEAST.replace("  path:", "  parity: none\n  path:"), 7, "parity"],
    ["of the storage", `${LEAST}  folders: x\n`, 10, "folders"],
    ["of a person", FULL.replace("    pin:", "    password: 1\n    pin:"), 24, "password"],
    ["of the display", FULL.replace("  port: 8080", "  port: 8080\n  tls: true"), 21, "tls"],
  ])("%s is an error that names file and line", (_, text, line, key) => {
    const texts = problems(text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(
      new RegExp(`^table\\.yaml:${line}:\\d+: unknown key "${key}"(?: \\(did you mean "[^"]+"\\?\\))?$`),
    );
  });
});

describe("a missing key", () => {
  it.each([
    ["table", "name"],
    ["table", "log"],
    ["table", "rulebook"],
    ["wheel", "device"],
    ["wheel", "path"],
    ["storage", "folder"],
  ])("of the section %s, %s: both are named", (section, key) => {
    const text = LEAST.split("\n").filter((line) => !line.startsWith(`  ${key}:`));
    expect(
      problems(text.join("\n").replace("storage:\n", key === "folder" ? "storage: {}\n" : "storage:\n")).join(),
    ).toContain(`: ${section}: missing key "${key}"`);
  });

  it.each(["table", "wheel", "storage"])("so is the part %s", (part) => {
    const text = LEAST.replace(new RegExp(`^${part}:\\n(  .*\\n)+`, "m"), "");
    expect(problems(text).join()).toContain(`missing key "${part}"`);
  });
});

describe("a wrong value", () => {
  it.each([
    ["name", 'name: ""'],
    ["name", `name: ${"x".repeat(61)}`],
    ["name", "name: [a]"],
    ["log", "log: casino"],
    ["log", "log: Casino/Table 7"],
    ["log", "log: /table"],
    ["log", `log: a/${"x".repeat(120)}`],
    ["rulebook", "rulebook: ruleta"],
    ["rulebook", "rulebook: ../x"],
    ["houseRules", "houseRules: a-rule"],
    ["houseRules", "houseRules: [1]"],
    ["languages", "languages: []"],
    ["languages", "languages: [fr]"],
    ["languages", "languages: [es, eu, gl, en, es]"],
    ["openAtStart", 'openAtStart: "yes"'],
    ["device", 'device: ""'],
    ["path", "path: 7"],
    ["path", `path: ${"x".repeat(301)}`],
    ["baud", "baud: 9601"],
    ["baud", 'baud: "9600"'],
    ["wait", "wait: 1"],
    ["rotorVariationRpm10", "rotorVariationRpm10: -1"],
    ["rotorVariationRpm10", "rotorVariationRpm10: 51"],
    ["rotorVariationRpm10", "rotorVariationRpm10: 1.5"],
    ["ask", "ask: maybe"],
    ["protocol", "protocol: raw"],
    ["gameMode", "gameMode: 256"],
    ["gameMode", "gameMode: -1"],
    ["host", 'host: ""'],
    ["port", "port: 65536"],
    ["port", "port: -1"],
    ["role", "role: player"],
    ["pin", 'pin: ""'],
    ["folder", 'folder: ""'],
    ["segmentMegabytes", "segmentMegabytes: 0"],
    ["segmentMegabytes", "segmentMegabytes: 65"],
    ["recordingMegabytes", "recordingMegabytes: 15"],
    ["recordingMegabytes", "recordingMegabytes: 65537"],
    ["test", "test: 1"],
  ])("%s: `%s` is refused at its own line", (key, line) => {
    const { at, said: texts } = broken(key, line);
    expect(texts.length).toBeGreaterThan(0);
    for (const one of texts) expect(one).toMatch(new RegExp(`^table\\.yaml:${at}:\\d+: `));
  });

  it.each([
    ["rotorVariationRpm10", "rotorVariationRpm10: 0"],
    ["rotorVariationRpm10", "rotorVariationRpm10: 50"],
    ["port", "port: 0"],
    ["port", "port: 65535"],
    ["gameMode", "gameMode: null"],
    ["segmentMegabytes", "segmentMegabytes: 64"],
    ["recordingMegabytes", "recordingMegabytes: 16"],
  ])("%s: `%s` is just allowed", (key, line) => {
    expect(broken(key, line).said).toEqual([]);
  });

  it("says what the value must look like", () => {
    expect(broken("log", "log: casino").said[0]).toContain("must look like tirada.example/casino-1/table-07");
    expect(broken("rulebook", "rulebook: ruleta").said[0]).toContain("must look like cl/ruleta-francesa");
  });

  it("one file, every problem at once", () => {
    expect(
      problems(FULL.replace("19200", "1").replace("8080", "-1").replace("test: true", "test: 1")),
    ).toHaveLength(3);
  });
});

describe("a file that is no configuration", () => {
  it.each([
    ["empty", ""],
    ["a list", "- a\n"],
    ["broken YAML", "table: [\n"],
    ["a key twice", `${LEAST}test: true\ntest: false\n`],
  ])("%s is refused with file and line", (_, text) => {
    const texts = problems(text);
    expect(texts.length).toBeGreaterThan(0);
    for (const one of texts) expect(one).toMatch(/^table\.yaml:\d+:\d+: /);
  });
});

describe("the format of a configuration", () => {
  const UPDATE = "update:\n  socket: /run/tirada-updater/table/unit.sock\n";

  it("a file says the number that its keys came with; without one it is of format 1", () => {
    expect(config(LEAST)).not.toHaveProperty("format");
    expect(config(`format: 2\n${LEAST}${UPDATE}`).update).toEqual({
      socket: "/run/tirada-updater/table/unit.sock",
      noticeHours: 72,
    });
    const [missing] = problems(`${LEAST}${UPDATE}`);
    expect(missing).toMatch(/^table\.yaml:10:.*update needs "format: 2" at the top of the file$/);
    expect(problems(`format: 1\n${LEAST}${UPDATE}`)).toHaveLength(1);
    expect(problems(`format: ${CONFIG_FORMAT + 1}\n${LEAST}`)).toHaveLength(1);
    const witness =
      "witness:\n  url: https://a/\n  key: tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM\n";
    const [nested] = problems(`format: 2\n${LEAST}${witness}  whenForked: stop\n`);
    expect(nested).toMatch(/^table\.yaml:\d+:.*witness\.whenForked needs "format: 3" at the top of the file$/);
    expect(config(`format: 3\n${LEAST}${witness}  whenForked: stop\n`).witness?.whenForked).toBe("stop");
  });

  it("the floor of a table: one to four collectors over https, beside who proves the table", () => {
    const remote = ["certificate", "key", "authority", "revoked"]
      .map((name) => `  ${name}: /etc/${name}\n`)
      .join("");
    const whole = (collectors: string): string =>
      `format: 4\n${LEAST}remote:\n${remote}floor:\n  collectors: [${collectors}]\n`;
    expect(config(whole("https://a:8474, https://b/floor/")).floor).toEqual({
      collectors: ["https://a:8474/", "https://b/floor/"],
    });
    expect(problems(whole("http://a"))).toHaveLength(1);
    expect(problems(whole(""))).toHaveLength(1);
    expect(problems(whole("https://a, https://b, https://c, https://d, https://e"))).toHaveLength(1);
    const [alone] = problems(`format: 4\n${LEAST}floor:\n  collectors: [https://a]\n`);
    expect(alone).toMatch(/^table\.yaml:\d+:.*needs the section remote/);
    expect(problems(whole("https://a").replace("format: 4", "format: 3"))[0]).toContain(
      'floor needs "format: 4"',
    );
  });

  it("the zone of a table is a place, by its name", () => {
    expect(config(`format: 3\n${LEAST}zone: Atlantic/Canary\n`).zone).toBe("Atlantic/Canary");
    for (const zone of ["Europe/Madird", "+01:00", "europe/madrid", "UTC+1", "''"])
      expect([zone, problems(`format: 3\n${LEAST}zone: ${zone}\n`)]).toEqual([
        zone,
        [expect.stringMatching(/zone: .*is no time zone: write it as "Europe\/Madrid"/)],
      ]);
    expect(problems(`format: 2\n${LEAST}zone: Europe/Madrid\n`)).toHaveLength(1);
  });

  it("update: a socket by its whole path, a window of the day, hours of notice", () => {
    const told = (line: string): string[] => problems(`format: 2\n${LEAST}${UPDATE}  ${line}\n`);
    expect(told("window: 23:30-05:00")).toEqual([]);
    for (const line of [
      "window: 4-6",
      "window: 24:00-05:00",
      "noticeHours: -1",
      "noticeHours: 721",
      "held: true",
    ])
      expect([line, told(line).length]).toEqual([line, 1]);
    expect(problems(`format: 2\n${LEAST}update:\n  socket: unit.sock\n`)).toHaveLength(1);
  });
});
