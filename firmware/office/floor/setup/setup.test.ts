import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandHere } from "../../../../test/support/command.ts";
import { temporaryFolder } from "../../../../test/support/folder.ts";
import { readArchiveConfig } from "../archive/config.ts";
import { readCollectorConfig } from "../collector/config.ts";
import { readFloorPageConfig } from "../page/config.ts";
import { readStoreConfig } from "../store/config.ts";
import { exampleAnswers, readFloorAnswers } from "./answers.ts";
import { setupFiles } from "./write-setup.ts";

/** `tirada floor init`: what it asks, what it writes, and that the programs read it. */

function answersFile(text: string): string {
  const path = join(temporaryFolder(), "answers.yaml");
  writeFileSync(path, text);
  return path;
}

const ONE = {
  casino: "casino-1",
  host: "floor.casino.example",
  address: "10.8.0.10",
  tables: "10.8.1.0/24",
  people: "10.8.2.0/24",
  staff: "10.8.3.0/24",
  webhook: "https://pager.casino.example/hook",
  backup: "/srv/backup",
};
const optionsOf = (given: Readonly<Record<string, string>>): string[] =>
  Object.entries(given).flatMap(([key, value]) => [`--${key}`, value]);

test.each([1, 3] as const)(
  "the example of %i nodes is one, and each program reads what is written of it",
  (nodes) => {
    const path = answersFile(exampleAnswers(nodes));
    const answers = readFloorAnswers(path);
    const files = setupFiles(answers);
    expect(new Set(files.map((file) => file.path)).size).toBe(files.length);
    const at = temporaryFolder();
    for (const [n, { path: of, text }] of files.entries()) {
      const copy = join(at, String(n));
      writeFileSync(copy, text);
      if (of.endsWith("collector-1.yaml"))
        expect(readCollectorConfig(copy).database.user).toBe("tirada_collector");
      if (of.endsWith("floor-page.yaml")) expect(readFloorPageConfig(copy).database.user).toBe("tirada_page");
      if (of.endsWith("store.yaml")) expect(readStoreConfig(copy).database.user).toBe("postgres");
      if (of.endsWith("archive.yaml")) expect(readArchiveConfig(copy).database.user).toBe("tirada_archiver");
      if (of.endsWith(".sh")) expect(spawnSync("sh", ["-n", copy]).status, of).toBe(0);
    }
    const names = files.map((file) => file.path);
    expect(names.filter((one) => one.endsWith("/etc/patroni/config.yml"))).toHaveLength(nodes === 3 ? 3 : 0);
    expect(names.filter((one) => one.endsWith("/etc/tirada-office/check.yaml"))).toHaveLength(
      answers.machines.length,
    );
  },
);

test("every file says on top what it is and where it belongs, and lies there in its machine's folder", () => {
  const answers = readFloorAnswers(answersFile(exampleAnswers(3)));
  for (const { path, text } of setupFiles(answers).filter((file) => file.path !== "README.md")) {
    const [machine = "", ...rest] = path.split("/");
    const [first, second = ""] = text.replace("#!/bin/sh\n", "").split("\n");
    expect(first, path).toMatch(/^(?:#|--) [A-Z].*\.$|^# \w+.*:.*\.$/);
    expect(second, path).toContain(rest.length > 1 ? `/${rest.join("/")}` : `run on ${machine}`);
  }
});

test("from options too, for one machine; nothing that is there is overwritten", async () => {
  const at = join(temporaryFolder(), "floor");
  const words = ["floor", "init", at, ...optionsOf(ONE)];
  expect(await commandHere(words)).toMatchObject({ status: 0, stderr: "" });
  const path = join(at, "floor/etc/nftables.conf");
  const before = readFileSync(path, "utf8");
  expect(before).toContain("ip saddr { 10.8.3.0/24 } tcp dport 22 accept");
  const again = await commandHere([...words.slice(0, -1), "/srv/other"]);
  expect(again).toMatchObject({ status: 2, stdout: "" });
  expect(again.stderr).toContain(`${at}/README.md is there already, and nothing is overwritten`);
  expect(readFileSync(path, "utf8")).toBe(before);
});

const example = exampleAnswers(3);
test.each([
  ["an unknown key", example.replace("staff:", "stuff:"), /:\d+:\d+: .*stuff/],
  ["no network", example.replace("10.8.1.0/24", "10.8.1.0/33"), /:\d+:\d+: .*must be a network/],
  ["an address twice", example.replace("10.8.0.12", "10.8.0.11"), /:9:\d+: .*another machine has it/],
  ["two databases", example.replace(/.*store-3.*\n/, ""), /one machine or three must do database, and 2 do/],
  [
    "no backup",
    example.replace("monitor, backup, balancer]", "monitor]"),
    /one machine must do backup, and 0 do/,
  ],
  [
    "no pager",
    example.replace("https://pager", "htps://pager"),
    /:\d+:\d+: alarms\.webhook: must be an address/,
  ],
  ["no port", `${example}relay: relay.casino.example\n`, /must be HOST:PORT/],
  [
    "a command in a name",
    example.replace("name: store-1,", 'name: "a;b",'),
    /small letters, digits and dashes/,
  ],
])("%s is refused, with file and line", async (_, text, words) => {
  const file = answersFile(text);
  const { status, stderr } = await commandHere([
    "floor",
    "init",
    join(temporaryFolder(), "none"),
    "--answers",
    file,
  ]);
  expect([status, stderr.includes(file)]).toEqual([2, true]);
  expect(stderr).toMatch(words);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("no address is guessed: what is missing or no address is named by its option", async () => {
  const at = join(temporaryFolder(), "none");
  const { address: _, ...rest } = ONE;
  expect((await commandHere(["floor", "init", at, ...optionsOf(rest)])).stderr).toContain("give --address, or");
  const wrong = await commandHere(["floor", "init", at, ...optionsOf({ ...ONE, address: "10.8.0" })]);
  expect([wrong.status, wrong.stderr]).toEqual([2, "tirada: --address: must be an address\n"]);
  const nodes = await commandHere(["floor", "init", at, ...optionsOf(ONE), "--nodes", "3"]);
  expect(nodes.stderr).toContain("machines of the answers that do database: 1");
});
