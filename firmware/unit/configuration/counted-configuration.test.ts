import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXAMPLES, wholeExample } from "../../../test/support/example-configs.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import type { Config } from "../../table/config/config.ts";
import "../../table/setup/families.ts";
import { sectionDigests } from "../boot-detail.ts";
import { keepCounted, valueRecords, VALUES_MAX } from "./counted-configuration.ts";

/** A table that has started once, and what it says when it starts with another file. */
function started() {
  const [example = ""] = EXAMPLES;
  const folder = temporaryFolder();
  const whole = wholeExample(example);
  const config = { ...whole, storage: { ...whole.storage, folder } } as Config;
  const told = sectionDigests(config);
  expect(valueRecords(config, null)).toEqual([]);
  keepCounted(config);
  return { config, told, copy: join(folder, "configurations", "counted.json") };
}
const changed = (config: Config, change: object): Config => ({ ...config, ...change });

test("a file that somebody changed by hand is told value by value, a PIN by its digest alone", () => {
  const { config, told } = started();
  expect(valueRecords(config, told)).toEqual([]);
  const [first, ...others] = config.people;
  if (first === undefined) throw new Error("the example has people");
  const pin = `${first.pin.slice(0, -4)}AAAA`;
  const now = changed(config, {
    table: { ...config.table, name: "Mesa 9" },
    people: [{ ...first, pin }, ...others],
  });
  const records = valueRecords(now, told);
  const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string;
  expect(records).toEqual([
    { key: "people.0.pin", was: digest, now: digest },
    { key: "table.name", was: config.table.name, now: "Mesa 9" },
  ]);
  expect(JSON.stringify(records)).not.toContain(pin.slice(-20));
  keepCounted(now);
  expect(valueRecords(now, sectionDigests(now))).toEqual([]);
  const [back] = valueRecords(config, sectionDigests(now)).slice(1);
  expect(back).toEqual({ key: "table.name", was: "Mesa 9", now: config.table.name });
});

test("a start that was cut between its records and its copy tells the values again", () => {
  const { config } = started();
  const now = changed(config, { table: { ...config.table, name: "Mesa 9" } });
  expect(valueRecords(now, sectionDigests(now))).toEqual([
    { key: "table.name", was: config.table.name, now: "Mesa 9", unproven: true },
  ]);
});

test("a copy that somebody wrote, or took away, proves nothing and is said to", () => {
  const { config, told, copy } = started();
  const now = changed(config, { table: { ...config.table, name: "Mesa 9" } });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  writeFileSync(copy, readFileSync(copy, "utf8").replace(config.table.name, "Mesa forged"));
  expect(valueRecords(now, told)).toEqual([
    { key: "table.name", was: "Mesa forged", now: "Mesa 9", unproven: true },
  ]);
  for (const text of ['{"format":"tirada-counted/1","configuration":{}}', "{", '{"format":"x"}']) {
    writeFileSync(copy, text);
    expect([text, valueRecords(now, told)]).toEqual([text, [{ values: "not-known" }]]);
  }
  rmSync(copy);
  expect(valueRecords(now, told)).toEqual([{ values: "not-known" }]);
  keepCounted(now);
  expect(existsSync(copy)).toBe(true);
});

test("a file with hundreds of other values is a bounded number of records, and says how many there are", () => {
  const { config, told } = started();
  const people = Array.from({ length: 60 }, (_, n) => ({ name: `P${n}`, role: "croupier", pin: `x${n}` }));
  const records = valueRecords(changed(config, { people }), told);
  expect(records).toHaveLength(VALUES_MAX + 1);
  expect(records.at(-1)).toEqual({ more: expect.any(Number) as number });
});
