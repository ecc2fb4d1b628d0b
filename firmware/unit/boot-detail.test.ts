import { expect, it } from "vitest";
import { EXAMPLES, KEYS, wholeExample } from "../../test/support/example-configs.ts";
import type { Config } from "../table/config/config.ts";
import { CONFIG_KEYS } from "../table/config/config.ts";
import { sectionDigests } from "./boot-detail.ts";
import "../table/setup/families.ts";

/** A change of the configuration that no digest shows would leave no record. */

/** The value at each end of a configuration, changed alone; with the key, items of a list under its name. */
function* changesOf(value: unknown, path: readonly string[] = []): Generator<readonly [string, unknown]> {
  if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      for (const [at, changed] of changesOf(inner, Array.isArray(value) ? path : [...path, key]))
        yield [at, Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }];
  else if (typeof value === "boolean") yield [path.join("."), !value];
  else if (typeof value === "number") yield [path.join("."), value + 1];
  else yield [path.join("."), `${String(value)}x`];
}

const WHOLE = EXAMPLES.map(wholeExample);

it("every key of the configuration is in a digest: a change of it is another one", () => {
  const changed = new Set<string>();
  for (const config of WHOLE) {
    const before = JSON.stringify(sectionDigests(config));
    for (const [key, other] of changesOf(config)) {
      if (changed.has(key)) continue;
      changed.add(key);
      expect([key, JSON.stringify(sectionDigests(other as Config)) === before]).toEqual([
        key,
        key === "format",
      ]);
    }
  }
  expect(changed.size).toBeGreaterThan(KEYS.length / 2);
});

it("a section that comes new is told of, whatever it is", () => {
  const [config] = WHOLE;
  if (config === undefined) throw new Error("no example");
  for (const key of Object.keys(CONFIG_KEYS).filter((one) => one !== "format")) {
    const [one, other] = ["a", "b"].map((said) => sectionDigests({ ...config, [key]: [{ said }] }));
    expect([key, JSON.stringify(one) === JSON.stringify(other)]).toEqual([key, false]);
  }
});

it("a limit of half a euro has a digest, too", () => {
  const [config] = WHOLE;
  const limits = { currency: "EUR", table: { minimum: 2.5 } };
  const digests = [2.5, 3.5].map((minimum) =>
    sectionDigests({
      ...config,
      display: { host: "127.0.0.1", port: 1, house: { limits: { ...limits, table: { minimum } } } },
    } as unknown as Config),
  );
  expect(digests[0]?.display).not.toBe(digests[1]?.display);
});
