import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { whoReads } from "../../firmware/care/first-setup/table-user.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { TIRADA } from "../support/table-process.ts";
import { ALL } from "../support/volume.ts";

/** What a technician looks for, and how it is found in half a minute. */

describe("a job", () => {
  it.each([
    ["set a table up", "setup", "A table"],
    ["why it stopped", "doctor", "A table"],
    ["change a PIN", "pin", "A table"],
    ["calibrate a wheel", "wheel", "Its devices, while the unit is stopped: calibrate, identify, look"],
    ["calibrate an eye", "dice", "Its devices, while the unit is stopped: calibrate, identify, look"],
    ["update from a stick", "update", "Its releases: which run, another one, the one before"],
    ["find a round", "find", "What happened: find, count, play again"],
    ["read a capture", "replay", "What happened: find, count, play again"],
    ["export for the inspector", "export", "Evidence for the inspector"],
    ["check a rulebook", "rules", "Rulebooks"],
  ])("%s stands under its group of tirada -h", async (_, name, group) => {
    const { stdout } = await commandHere(["-h"]);
    const groups = stdout.split(/\n(?=\S)/).filter((part) => part.startsWith(`${group}:`));
    expect(groups.join("\n")).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  it("of no kind of table alone stands there, and rulebooks say what can be done with them", async () => {
    const { stdout } = await commandHere(["-h"]);
    expect(stdout).toContain("wheels, cards and dice");
    expect(stdout).toMatch(/^ {2}rules .*list, print, compare, check/m);
  });

  it.each([
    [["calibrate"], "unknown command 'calibrate'; that is tirada wheel calibrate, or tirada dice calibrate"],
    [["capture"], "unknown command 'capture'; that is tirada replay"],
    [["export"], "say where to write: a file, or --stick; see tirada export --help"],
    [["join", "--config", "/nowhere.yaml"], "la configuración: no se puede leer /nowhere.yaml: no existe"],
    [
      ["join", "--config", "/nowhere.yaml", "--lang", "en"],
      "the configuration: cannot read /nowhere.yaml: there is no such file",
    ],
    [["find"], "name a journal, its storage folder or an export: there is no /etc/tirada/table.yaml here"],
    [
      [
        "replay",
        "drivers/wheel/cammegh-ss2/fixtures/ss2-2024-untimed-part1.log.gz",
        "--rulebook",
        "cl/ruleta-francesa",
      ],
      ".*say --device, e.g. --device cammegh-ss2",
    ],
  ])("that is called otherwise is named: %j", async (words, says) => {
    const { status, stderr } = await commandHere(words);
    expect(`${status} ${stderr}`).toMatch(new RegExp(`^2 tirada: ${says}\n$`));
  });
});

it("a PIN that anybody tries first is refused, and the value of another says where it goes", () => {
  const pin = (input: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [...NODE_OPTIONS, TIRADA, "pin", "--lang", "en", "--person", "Ana"], {
      input,
      encoding: "utf8",
    });
  if (ALL)
    expect(pin("0000\n")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "tirada: this PIN is one digit over and over: choose another\n",
    });
  const made = pin("830519\n");
  expect(made).toMatchObject({ status: 0 });
  expect(made.stdout).toMatch(/^scrypt\$\S+\n$/);
  expect(made.stderr).toContain("Write it as pin of Ana under people");
});

it("whoever has a port open beside the set-up is named", async () => {
  const pty = await openPty({ path: join(temporaryFolder(), "wheel") });
  try {
    const program = spawnSync("sh", ["-c", `exec 9<${pty.path}; readlink /proc/$$/fd/9`], { encoding: "utf8" });
    expect(program.stdout).toMatch(/^\/dev\/pts\/\d+/);
    const fd = openSync(pty.path, "r");
    // The process itself is not somebody else.
    expect(whoReads(pty.path).some((one) => one.endsWith(`(${process.pid})`))).toBe(false);
    closeSync(fd);
    expect(whoReads("/dev/serial/by-id/nothing")).toEqual([]);
  } finally {
    await pty.close();
  }
});
