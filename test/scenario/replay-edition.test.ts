import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCapture } from "../../firmware/replay/capture.ts";
import { setupOfHead } from "../../firmware/replay/recorded-setup.ts";
import { replay } from "../../firmware/replay/replay.ts";
import { loadEditions } from "../../firmware/table/rules/load.ts";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { EARLIER, GAME, LATER, twoEditions } from "../support/later-edition.ts";
import { expectProblem } from "../support/problem.ts";

function recording(): string {
  const folder = temporaryFolder();
  const archive = new URL("../data/format-1/wheel.tar.gz", import.meta.url).pathname;
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--no-same-owner"]);
  const [first = ""] = readdirSync(join(folder, "recordings"))
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  return join(folder, "recordings", first);
}

it("a recording is judged by the edition that it names, without being told", async () => {
  const path = recording();
  // A recording names its device.
  const alone = await commandHere(["replay", path, "--json"]);
  expect(alone.status).toBe(EXIT.done);
  for (const rulebook of [GAME, EARLIER]) {
    const reported = await commandHere([
      "replay",
      path,
      "--device",
      "cammegh-ss2",
      "--rulebook",
      rulebook,
      "--json",
    ]);
    expect(reported.stdout).toBe(alone.stdout);
  }
  expect(alone.stdout).toContain(`"rulebook":"${EARLIER}"`);
});

it("another edition that is installed may judge it, and its lines then name that one", () => {
  const capture = readCapture(recording());
  const [, later] = loadEditions(GAME, twoEditions());
  const setup = setupOfHead(capture.own!, null, later);
  expect(setup.rulebook).toBe(LATER);
  const records = [...replay(capture, setup, capture.own!)];
  expect(records.length).toBeGreaterThan(10);
  for (const { line } of records) expect(line).toContain(`"rulebook":"${LATER}"`);
});

it("another game, and an edition that is not installed, are refused in one line", async () => {
  const path = recording();
  const as = (rulebook: string) =>
    commandHere(["replay", path, "--device", "cammegh-ss2", "--rulebook", rulebook]);
  expectProblem(
    await as("es-cb/ruleta-francesa"),
    EXIT.usage,
    `under ${EARLIER}; say --device cammegh-ss2 --rulebook ${GAME}`,
  );
  expectProblem(await as(`${GAME}@2019-01`), EXIT.usage, "is not installed in edition 2019-01");
});
