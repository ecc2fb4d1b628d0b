import { readCapture, type Capture } from "../../firmware/replay/capture.ts";
import { newTableHead, replay } from "../../firmware/replay/replay.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { tableSetup, type TableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";

const FIXTURES = new URL("../../drivers/wheel/cammegh-ss2/fixtures/", import.meta.url);

/** A captured log from the fixtures, by a part of its name. */
export function fixture(name: "live" | "bench" | "params" | "2024"): Capture {
  const files = {
    live: "ss2-v250-live-part1.log.gz",
    bench: "ss2-v250-bench-part1.log.gz",
    params: "ss2-v250-params-part1.log.gz",
    "2024": "ss2-2024-untimed-part1.log.gz",
  };
  return readCapture(new URL(files[name], FIXTURES).pathname);
}

export function replayed(capture: Capture, setup: TableSetup, release = "test"): BuiltRecord[] {
  return [...replay(capture, setup, newTableHead(setup, release, []))];
}

/** Record bodies of one kind, in order. */
export function bodies<K extends RecordBody["kind"]>(
  records: readonly BuiltRecord[],
  kind: K,
): (RecordBody & { kind: K })[] {
  return records
    .map((record) => record.body)
    .filter((body): body is RecordBody & { kind: K } => body.kind === kind);
}

export function ss2(rulebook: string): TableSetup {
  return tableSetup(rulebook, "cammegh-ss2", []);
}
