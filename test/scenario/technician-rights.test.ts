import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printable } from "../../firmware/care/root-helper/arguments.ts";
import { VERBS } from "../../firmware/care/root-helper/verbs.ts";
import { ALL } from "../support/volume.ts";
import type { Sweep, Swept } from "../support/technician-sweep.ts";

/** Numbers of users that no machine here has. */
const TABLE = 61_001;
const TECHNICIAN = 61_002;
const SECRET = "c2VjcmV0LW9mLXRoZS10YWJsZQ";
/** A busy machine takes its time, ms. */
const SWEEP_MS = 300_000;
const SWEEP = fileURLToPath(new URL("../support/technician-sweep.ts", import.meta.url));

let folder: string;
let targets: readonly string[];

/** What may not change: name, owner, rights and content of everything there. */
const everything = (): readonly string[] =>
  globSync("{table,root}/**", { cwd: folder })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { uid, mode, mtimeMs } = lstatSync(path);
      const isFile = lstatSync(path).isFile();
      const sum = isFile ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
      return [name, uid, mode, isFile ? mtimeMs : "", sum].join(" ");
    });

const isRoot = process.getuid?.() === 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tirada-rights-"));
  chmodSync(folder, 0o755);
  const put = (name: string, uid: number, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (isRoot) chownSync(path, uid, uid);
    return path;
  };
  for (const [name, uid] of [
    ["table", TABLE],
    ["root", 0],
    ["home", TECHNICIAN],
  ] as const) {
    mkdirSync(join(folder, name), { mode: name === "home" ? 0o755 : 0o700 });
    if (isRoot) chownSync(join(folder, name), uid, uid);
  }
  const key = put(
    "table/table.key.pem",
    TABLE,
    `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`,
  );
  const config = put("root/table.yaml", 0, `people: [{ name: ${SECRET}, pin: "${SECRET}" }]\n`);
  const journal = put("table/journal.db", TABLE, `SQLite format 3\0${SECRET}`);
  const link = join(folder, "home/link");
  symlinkSync(key, link);
  const folderLink = join(folder, "home/folder-link");
  symlinkSync(join(folder, "table"), folderLink);
  execFileSync("mkfifo", ["-m", "666", join(folder, "home/pipe")]);
  targets = [
    key,
    config,
    journal,
    link,
    folderLink,
    join(folder, "home/pipe"),
    join(folder, "table"),
    join(folder, "home/../table/table.key.pem"),
    "/etc/shadow",
    "/proc/1/environ",
  ];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each command, each option, each target, as that user. */
function sweepAs(uid: number, home: string, those: readonly string[]): Swept {
  mkdirSync(join(folder, home));
  chownSync(join(folder, home), uid, uid);
  const asked: Sweep = { uid, targets: those, home: join(folder, home) };
  execFileSync(process.execPath, [...process.execArgv, SWEEP, JSON.stringify(asked)], {
    timeout: SWEEP_MS,
    killSignal: "SIGKILL",
    stdio: "ignore",
    env: { PATH: process.env["PATH"], NODE_NO_WARNINGS: "1" },
  });
  return JSON.parse(readFileSync(join(folder, home, "swept.json"), "utf8")) as Swept;
}

// Another user can be taken on by root alone.
if (ALL && isRoot)
  describe("every command, with every option that takes a word", () => {
    test(
      "from the technician's account reads and writes nothing that is the table's or root's",
      () => {
        const before = everything();
        const { tried, commands, done, printed, stuck } = sweepAs(TECHNICIAN, "out", targets);
        const usual = ["setup", "doctor", "export", "key rotate", "dice calibrate"];
        expect(commands).toEqual(expect.arrayContaining(usual));
        expect(tried).toBeGreaterThan(commands.length * targets.length);
        expect(printed).not.toContain(SECRET);
        for (const line of readFileSync("/etc/shadow", "utf8").split("\n"))
          if (line.length > 8) expect(printed).not.toContain(line);
        expect(everything()).toEqual(before);
        // These wait for a device, and ask at a terminal; what they open of the target they have opened by then.
        expect(stuck.filter((words) => !/^(?:setup|join|start --device)\b/.test(words))).toEqual([]);
        // What goes well needs no file of anybody's.
        expect(done.filter((words) => targets.some((target) => words.includes(target)))).toEqual([]);
        console.log(`${tried} tries with ${commands.length} commands: 0 ways`);
      },
      SWEEP_MS,
    );

    test(
      "as the table's user, whom the helper takes for it, prints nothing of the key",
      () => {
        const { printed } = sweepAs(TABLE, "table-out", targets.slice(0, 1));
        expect(printed).toContain("table.key.pem");
        expect(printed).not.toContain(SECRET.slice(0, 8));
      },
      SWEEP_MS,
    );
  });

test("no verb of the helper takes the name of a file, in any place", () => {
  let tried = 0;
  for (const [name, { steps }] of Object.entries(VERBS))
    for (const target of [...targets, "-", "--config=/tmp/evil.yaml", "$(id)", ";id", "`id`"])
      for (const words of [
        [target],
        ["relay", target],
        ["table", target],
        ["0", target],
        [`arena=${target}`],
      ]) {
        tried++;
        let made: string;
        try {
          made = JSON.stringify(steps(words, { isZone: existsSync, isAsked: true }));
        } catch (error) {
          expect(error).toMatchObject({ status: 2 });
          continue;
        }
        expect(made, `${name} ${words.map(printable).join(" ")}`).not.toContain(target);
      }
  expect(tried).toBeGreaterThan(1_000);
});

test("sudo names the helper and nothing else", () => {
  const files = globSync(
    fileURLToPath(new URL("../../firmware/delivery/packaging/**/sudoers.d/*", import.meta.url)),
  );
  expect(files).toHaveLength(1);
  const lines = readFileSync(files[0] ?? "", "utf8")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("Defaults"));
  expect(lines).toEqual(["technician ALL=(root) /usr/sbin/tirada-root"]);
});
