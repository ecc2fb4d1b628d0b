import { expect, it } from "vitest";
import { metricsText, type MetricsInput } from "./metrics.ts";

const INPUT: MetricsInput = {
  release: "0.7.0",
  mode: "live",
  upSeconds: 61,
  faults: [
    { device: "wheel", code: "port-gone", refuses: false },
    { device: "unit", code: "storage-full", refuses: true },
  ],
  records: 12,
  epoch: 1,
  second: { lost: null, behind: 3 },
  witness: { size: 11, minutes: 2 },
  memory: 167_772_160,
  counters: { portLosses: 4 },
  screens: { viewsShown: 9 },
};

it("gives each figure once, with its help and its type", async () => {
  const text = await metricsText(INPUT);
  for (const line of [
    'tirada_info{release="0.7.0",mode="live"} 1',
    "tirada_up_seconds 61",
    "tirada_can_certify 0",
    'tirada_fault{device="wheel",code="port-gone"} 1',
    'tirada_fault{device="unit",code="storage-full"} 1',
    "tirada_records_total 12",
    "tirada_epoch 1",
    "tirada_memory_bytes 167772160",
    "tirada_second_copy_lost 0",
    "tirada_second_copy_behind_records 3",
    "tirada_witnessed_records 11",
    "tirada_witness_waiting_minutes 2",
    'tirada_unit_events{what="portLosses"} 4',
    'tirada_screens_events{what="viewsShown"} 9',
  ])
    expect(text.split("\n")).toContain(line);
  const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(await metricsText(INPUT)).toBe(text);
});

it("a table without second copy, witness and screens has no figures of them", async () => {
  const text = await metricsText({ ...INPUT, second: null, witness: null, screens: null, faults: [] });
  expect(text).toContain("tirada_can_certify 1\n");
  expect(text).not.toMatch(/second_copy|witness|screens_events|tirada_fault\{/);
});
