import { mkdirSync, readFileSync, truncateSync, writeFileSync, type StatSyncOptions } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { CAPTURE_LIMIT } from "../../firmware/replay/capture.ts";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import { runCommand, writeConfig, type Ended } from "../support/table-process.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/**
 * Files that people get wrong: the command line says in one line what is wrong and where, and touches nothing. Each is told by the
 * command line in this process; one of each kind also by a process of its own.
 */

const LIVE = new URL("../../drivers/wheel/cammegh-ss2/fixtures/ss2-v250-live-part1.log.gz", import.meta.url)
  .pathname;

const GOOD = `table:
  name: Mesa 1
  log: tirada.test/table
  rulebook: cl/ruleta-francesa
wheel:
  device: cammegh-ss2
  path: FOLDER/none
storage:
  folder: FOLDER/storage
`;

/** Starts a table with this change of a good configuration. */
function started(from: string, to: string): Promise<Ended> {
  const folder = temporaryFolder();
  const path = join(folder, "table.yaml");
  const text = GOOD.replace(from, to).replaceAll("FOLDER", folder);
  if (!GOOD.includes(from)) throw new Error(`the configuration has no ${from}`);
  writeFileSync(path, text);
  return commandHere(["start", "--config", path, "--display-port", "0"]);
}

describe("a configuration", () => {
  test.each(
    sampleInAll(
      [
        ["an unknown key", "  name: Mesa 1", "  name: Mesa 1\n  houserules: []", /table\.yaml:3.*houserules/],
        ["an unknown section", "storage:", "shoes: {}\nstorage:", /table\.yaml:8.*shoes/],
        ["a wrong type", "name: Mesa 1", "name: [Mesa, 1]", /table\.yaml:2.*name/],
        [
          "a speed that no wheel has",
          "device: cammegh-ss2",
          "device: cammegh-ss2\n  baud: 1200",
          /table\.yaml:7.*baud/,
        ],
        ["a missing key", "  log: tirada.test/table\n", "", /table\.yaml.*log/],
        ["a key twice", "  name: Mesa 1", "  name: Mesa 1\n  name: Mesa 2", /table\.yaml:3/],
        ["no YAML", "name: Mesa 1", 'name: "Mesa 1', /table\.yaml:\d+/],
        ["an unknown rulebook", "cl/ruleta-francesa", "cl/ruleta-rusa", /cl\/ruleta-rusa.*cl\/ruleta-francesa/],
        ["a rulebook that is a path", "cl/ruleta-francesa", "../../etc/passwd", /table\.yaml:4.*rulebook/],
        ["an unknown device", "device: cammegh-ss2", "device: cammegh-ss3", /cammegh-ss3.*cammegh-ss2/],
        [
          "an unknown house rule",
          "  name: Mesa 1",
          "  name: Mesa 1\n  houseRules: [three-cheers]",
          /three-cheers/,
        ],
        [
          "an unknown language",
          "  name: Mesa 1",
          "  name: Mesa 1\n  languages: [es, la]",
          /table\.yaml:3.*languages/,
        ],
        [
          "people with one name",
          "wheel:\n",
          "people:\n  - { name: Ana, role: croupier, pin: x }\n  - { name: Ana, role: croupier, pin: x }\nwheel:\n",
          /Ana/,
        ],
      ],
      5,
      "bad configurations",
    ),
  )("with %s is refused, with file and line", async (_what, from, to, says) => {
    const ended = await started(from, to);
    expectProblem(ended, ended.status === EXIT.display ? EXIT.display : EXIT.usage, says);
    expect(ended.stdout).toBe("");
  });

  test("with several mistakes names all of them in one line", async () => {
    const mistakes = ["  name: Mesa 1\n  log: tirada.test/table", "  nam: Mesa 1\n  log: Table"] as const;
    const ended = await started(...mistakes);
    expectProblem(ended, EXIT.usage, /nam.*log|log.*nam/);
  });

  test.each(
    sampleInAll(
      [
        ["is not there", (path: string) => `${path}-none`],
        ["is a folder", (path: string) => join(path, "..")],
        ["is not text", (path: string) => (writeFileSync(path, Buffer.alloc(5_000, 0xfe)), path)],
        ["is empty", (path: string) => (writeFileSync(path, ""), path)],
        ["is huge", (path: string) => (truncateSync(path, 2 ** 30), path)],
        ["holds a million aliases", (path: string) => (writeFileSync(path, aliases()), path)],
      ],
      2,
      "files that are no configuration",
    ),
  )("that %s is refused", async (_what, spoil) => {
    const folder = temporaryFolder();
    const path = join(folder, "table.yaml");
    writeFileSync(path, GOOD);
    const ended = await commandHere(["start", "--config", spoil(path)]);
    expectProblem(ended, EXIT.usage, /./);
  });
});

/** The "billion laughs" of YAML. */
function aliases(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let at = 1; at < 9; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(", ")}]`,
    );
  return lines.join("\n");
}

describe("arguments", () => {
  test.each([
    ["an unknown command", ["deal"], /./],
    ["an unknown option", ["start", "--sped", "8"], /--sped/],
    ["a speed of none", ["start", "--speed", "0"], /--speed/],
    ["a port that is none", ["start", "--device", "/dev/none", "--display-port", "http"], /--display-port/],
    ["a rulebook that is none, in the demonstration", ["start", "--rulebook", "cl/none"], /cl\/none/],
    ["a type that is none", ["start", "--device", "/dev/none", "--type", "toy"], /toy/],
    ["no rulebook", ["replay", LIVE, "--device", "cammegh-ss2"], /--rulebook/],
    ["an unknown device", ["replay", LIVE, "--device", "toy", "--rulebook", "cl/ruleta-francesa"], /toy/],
    ["nothing to verify", ["verify", "/nowhere/result-1.json"], /nowhere/],
  ])("with %s are refused", async (_what, args, says) => {
    const ended = await commandHere(args);
    expectProblem(ended, EXIT.usage, says);
    expect(ended.stdout).toBe("");
  });
});

describe("a folder that this user may not look into", () => {
  afterEach(() => setDisk());
  test.each(
    sampleInAll(
      [
        ["the doctor", ["doctor", "--config"]],
        ["an export", ["export", "/tmp/none.tirada-export", "--config"]],
        ["a change of the key", ["key", "rotate", "--config"]],
      ],
      1,
      "folders without a right",
    ),
  )("is named by %s", async (_what, words) => {
    const folder = temporaryFolder();
    const path = join(folder, "table.yaml");
    writeFileSync(path, GOOD.replaceAll("FOLDER", folder));
    const statSync = ((file: string, ...more: [StatSyncOptions?]) => {
      if (!file.startsWith(join(folder, "storage"))) return realDisk.statSync(file, ...more);
      const said = `EACCES: permission denied, stat '${file}'`;
      throw Object.assign(new Error(said), { code: "EACCES", syscall: "stat", path: file });
    }) as typeof realDisk.statSync;
    setDisk({ ...realDisk, statSync });
    const says = new RegExp(`no right to use ${folder}/storage\\S*: give the command as root`);
    expectProblem(await commandHere([...words, path]), EXIT.usage, says);
  });
});

const REPLAY = ["--device", "cammegh-ss2", "--rulebook", "cl/ruleta-francesa", "--json"];

/** The first lines of a recording of our own. */
function ownRecording(): string[] {
  const fields = { segment: "wheel-000001", log: "tirada.test/table", mode: "live", epoch: 0, boot: "b0-1" };
  const rel = { version: "0.1.0", manifest: null };
  const chain = { seq: 0, prev: "0".repeat(64) };
  const rules = { rulebook: "cl/ruleta-francesa@2023-03", device: "cammegh-ss2", options: {}, houseRules: [] };
  const head = {
    k: "head",
    v: 2,
    ...fields,
    rel,
    ...rules,
    t: 0,
    wall: 0,
    trust: "unsynced",
    previous: null,
    state: {},
    chain,
  };
  return [head, { k: "tick", t: 1 }, { k: "tick", t: 2 }].map((line) => JSON.stringify(line));
}

describe("a capture", () => {
  const gz = readFileSync(LIVE);
  test.each<[string, Buffer | string | null, RegExp]>([
    ["that is not there", null, /no such file/],
    ["that is empty", "", /capture/],
    ["of binary noise", Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 251)), /capture/],
    ["of one endless line", "x".repeat(2_000_000), /capture/],
    ["that is cut in the middle of its compression", gz.subarray(0, gz.length / 2), /gzip/],
    [
      "whose compression is damaged",
      Buffer.concat([gz.subarray(0, 4_000), Buffer.alloc(64), gz.subarray(4_064)]),
      /gzip/,
    ],
    ["that is a gzip bomb", gzipSync(Buffer.alloc(2 * CAPTURE_LIMIT), { level: 1 }), /gzip.*67108864/],
    ["whose head is of another version", ownRecording()[0]!.replace(/"v":\d/, '"v":3'), /capture:1/],
    ["whose middle is damaged", `${ownRecording().join("\n").replace('"t":1', '"t":"1"')}\n`, /capture:2/],
    ["of our own of which only the head's beginning is left", '{"k":"head","v":1,"seg', /capture:1/],
  ])("%s is refused in one line", async (_what, content, says) => {
    const path = join(temporaryFolder(), "capture");
    if (content !== null) writeFileSync(path, content);
    const ended = await commandHere(["replay", path, ...REPLAY]);
    expectProblem(ended, EXIT.usage, says);
    expect(ended.stdout).toBe("");
  });

  test("that is a folder, or larger than the limit, is refused before it is read", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "captures"));
    expectProblem(await commandHere(["replay", join(folder, "captures"), ...REPLAY]), EXIT.usage, /folder/);
    writeFileSync(join(folder, "capture"), "");
    truncateSync(join(folder, "capture"), 2 ** 36);
    expectProblem(
      await commandHere(["replay", join(folder, "capture"), ...REPLAY]),
      EXIT.usage,
      /68719476736 bytes/,
    );
  });

  test("and arguments are refused by a process too, with its status and nothing on its output", async () => {
    const gone = await runCommand(["replay", join(temporaryFolder(), "capture"), ...REPLAY]);
    expectProblem(gone, EXIT.usage, /no such file/);
    expect(gone.stdout).toBe("");
    if (!ALL) return;
    const unknown = await runCommand(["deal"]);
    expectProblem(unknown, EXIT.usage, /./);
    expect(unknown.stdout).toBe("");
  });

  test("of another rulebook says under which one it was made", async () => {
    const path = join(temporaryFolder(), "capture");
    writeFileSync(path, `${ownRecording().join("\n")}\n`);
    const other = ["replay", path, "--device", "cammegh-ss2", "--rulebook", "es-pv/ruleta-francesa"];
    expectProblem(await commandHere(other), EXIT.usage, /--rulebook cl\/ruleta-francesa/);
  });

  test("of another device is a fault that says what to check, and never a result", async () => {
    const path = join(temporaryFolder(), "capture");
    const line = (at: number): string =>
      `[2025-09-16 06:44:${String(10 + at).padStart(2, "0")}.000] Receive >>> <SHOE;CARD;${at};KH>`;
    writeFileSync(path, Array.from({ length: 30 }, (_, at) => line(at)).join("\n"));
    const ended = await commandHere(["replay", path, ...REPLAY]);
    expect(ended.status).toBe(EXIT.done);
    const lines = ended.stdout
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one) as { kind: string; code?: string });
    expect(
      lines.filter(({ kind }) => kind !== "phase").map(({ kind, code }) => `${kind} ${code ?? ""}`),
    ).toEqual(expect.arrayContaining(["fault device-garbled"]) as string[]);
    expect(lines.filter(({ kind }) => kind === "result")).toEqual([]);
  });
});

describe("the serial port", () => {
  test.each(
    sampleInAll(
      [
        ["/dev/none", /no device at \/dev\/none.*check its plug/],
        ["/dev/null", /not a serial device/],
        ["/dev/ttyUSB0", /changes when devices are plugged/],
        ["FTDI-none", /no serial device has "FTDI-none" in its name/],
        [LIVE, /not a serial device/],
      ] as const,
      1,
      "ports that are none",
    ),
  )("%s is refused with its remedy", async (wheel, says) => {
    const folder = temporaryFolder();
    const ended = await commandHere(["start", "--config", writeConfig({ folder, wheel })]);
    expectProblem(ended, EXIT.device, says);
  });
});
