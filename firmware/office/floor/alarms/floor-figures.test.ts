import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { wellBeat } from "../../../../test/support/memory-floor.ts";
import { floorText, type FloorFigures, type TableGlance } from "./floor-figures.ts";

const NOW = 1_800_000_000_000;
const glance = (log: string, change: Partial<TableGlance> = {}): TableGlance => ({
  log,
  standing: "enrolled",
  freshness: "fresh",
  heartbeat: wellBeat(log, { name: log.toUpperCase() }),
  behind: 0,
  ...change,
});
const figures = (tables: readonly TableGlance[], change: Partial<FloorFigures> = {}): FloorFigures => ({
  now: NOW,
  tables,
  forks: [],
  quarantined: new Map(),
  wheels: [],
  ...change,
});

/** Values by name and labels, as Prometheus reads them. */
async function valuesOf(of: FloorFigures): Promise<ReadonlyMap<string, string>> {
  const lines = (await floorText(of)).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at).replace(/^tirada_floor_/, ""), line.slice(at + 1)];
    }),
  );
}

/** A table that has everything that can be told. */
const troubled = glance("a/2", {
  behind: 700,
  heartbeat: wellBeat("a/2", {
    faults: [
      { device: "wheel", code: "device-silent", since: NOW - 60_000, refuses: true },
      { device: "wheel", code: "drift-curtain", since: NOW - 60_000, refuses: false },
    ],
    waits: [
      { round: 7, what: "decide", role: "jefe-de-mesa", since: NOW - 400_000 },
      { round: 8, what: "decide", role: "jefe-de-mesa", since: NOW - 20_000 },
    ],
    witness: { state: "late", size: 10, at: NOW - 900_000 },
    second: { state: "gone", next: 3 },
    disks: [{ folder: "/data", usedPm: 960, days: 3 }],
    days: { certificate: 5, list: 1 },
    update: { release: "0.9.1", step: "announced", obstacles: ["round-open"] },
  }),
});

it("says of each table whether it is heard, and what it says of itself", async () => {
  const values = await valuesOf(figures([glance("a/1"), troubled]));
  expect(Object.fromEntries([...values].filter(([name]) => name.includes('log="a/2"')))).toEqual({
    'table_heard{log="a/2",name="2",mode="live"}': "1",
    'table_forked{log="a/2"}': "0",
    'can_certify{log="a/2"}': "0",
    'fault{log="a/2",device="wheel",code="device-silent"}': "1",
    'wears_out{log="a/2",code="drift-curtain"}': "1",
    'waits_seconds{log="a/2",role="jefe-de-mesa"}': "400",
    'behind_records{log="a/2"}': "700",
    'not_witnessed{log="a/2"}': "1",
    'disk_used_permille{log="a/2",folder="/data"}': "960",
    'disk_left_days{log="a/2",folder="/data"}': "3",
    'second_copy_lost{log="a/2"}': "1",
    'certificate_days{log="a/2"}': "5",
    'list_days{log="a/2"}': "1",
    'temperature_celsius{log="a/2"}': "48",
    'clock_offset_ms{log="a/2"}': "2",
    'update_waits{log="a/2",obstacle="round-open"}': "1",
    'release{log="a/2",release="0.9.0"}': "1",
    ...Object.fromEntries(
      ["certified", "reported", "void", "undecided", "aborted"].map((end) => [
        `rounds_total{log="a/2",end="${end}"}`,
        end === "certified" ? "31" : end === "void" ? "1" : "0",
      ]),
    ),
  });
  expect(values.get('can_certify{log="a/1"}')).toBe("1");
});

it("says nothing of now of a table that is silent, and nothing of one that stands no more", async () => {
  const silent = await valuesOf(
    figures([{ ...troubled, freshness: "gone" }, glance("a/3", { standing: "retired" })]),
  );
  expect([...silent]).toEqual([
    ['table_heard{log="a/2",name="2",mode="live"}', "0"],
    ['table_forked{log="a/2"}', "0"],
  ]);
});

it("names forks, what was put aside, and wheels against chance", async () => {
  const values = await valuesOf(
    figures([glance("a/1", { standing: "forked" }), glance("a/2/test")], {
      forks: [{ log: "a/2/test" }],
      quarantined: new Map([["a/1", NOW - 12_000]]),
      wheels: [
        { log: "a/1", spins: 9_000, chi: null, amongAll: 0.004, outside: [] },
        { log: "a/9", spins: 3, chi: null, amongAll: null, outside: [] },
      ],
    }),
  );
  expect(values.get('table_forked{log="a/1"}')).toBe("1");
  expect(values.get('table_forked{log="a/2/test"}')).toBe("1");
  expect(values.get('table_heard{log="a/2/test",name="A/2/TEST",mode="test"}')).toBe("1");
  expect(values.get('quarantined_seconds{log="a/1"}')).toBe("12");
  expect([...values].filter(([name]) => name.startsWith("wheel_bias_p"))).toEqual([
    ['wheel_bias_p{log="a/1"}', "0.004"],
  ]);
});

it("has every figure that a rule asks for, and a rule's words say what to do", async () => {
  const text = await floorText(
    figures([troubled], {
      quarantined: new Map([["a/2", NOW]]),
      wheels: [{ log: "a/2", spins: 1, chi: null, amongAll: 0.5, outside: [] }],
    }),
  );
  const { groups } = parse(readFileSync(new URL("./rules.yml", import.meta.url), "utf8")) as {
    readonly groups: readonly {
      readonly rules: readonly {
        readonly alert: string;
        readonly expr: string;
        readonly annotations: { do: string };
      }[];
    }[];
  };
  for (const { alert, expr, annotations } of groups.flatMap(({ rules }) => rules)) {
    const asked = expr.match(/tirada_floor_\w+/g) ?? [];
    for (const name of asked) expect(text, `${alert} asks for ${name}`).toContain(`\n${name}{`);
    expect(annotations.do, alert).toMatch(/^[A-Z].+\.$/);
  }
});
