import { expect, it } from "vitest";
import { packIds } from "../../firmware/table/rules/library.ts";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";

it("tirada rules list names every rulebook with its device family", async () => {
  const { status, stdout } = await commandHere(["rules", "list", "--json"]);
  const listed = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(status).toBe(EXIT.done);
  expect(listed.map(({ jurisdiction, game }) => `${String(jurisdiction)}/${String(game)}`)).toEqual(packIds());
  expect(new Set(listed.map(({ family }) => family))).toEqual(new Set(["wheel", "shoe", "dice", "balls"]));
});

it("tirada rules check works out the cases of a wheel's and of a card game's rulebook, and names what it does not know", async () => {
  const right = await commandHere(["rules", "check", "cl/big-six", "cl/go-poker"]);
  expect([right.status, right.stderr]).toEqual([EXIT.done, ""]);
  expect(right.stdout).toMatch(
    /^cl\/big-six@2023-03: \d+ rules, \d+ cases, \d+ results\ncl\/go-poker@2023-03: \d+ rules, /,
  );
  const wrong = await commandHere(["rules", "check", "cl/go-poker", "cl/go-fish"]);
  expect(wrong.status).toBe(EXIT.usage);
  expect(wrong.stdout).toContain('unknown rulebook "cl/go-fish"');
  expect(wrong.stderr).toContain("1 of 2 rulebooks are not right");
});

it("tirada rules coverage says of a card game's rules what a shoe can see of them", async () => {
  const { status, stdout } = await commandHere([
    "rules",
    "coverage",
    "--rulebook",
    "cl/caribbean-poker",
    "--device",
    "tirada-shoe",
    "--json",
  ]);
  expect(status).toBe(EXIT.done);
  const coverage = JSON.parse(stdout) as { rules: { rule: string; level: string }[]; digest: string };
  const level = (rule: string): unknown => coverage.rules.find((one) => one.rule === rule)?.level;
  expect(["shuffler-jam-during-deal", "card-exposed-in-shoe", "one-player-card-seen"].map(level)).toEqual([
    "judged",
    "bounded",
    "attested",
  ]);
  expect(coverage.digest).toMatch(/^[0-9a-f]{64}$/);
});
