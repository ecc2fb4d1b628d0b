import type { RecordBody } from "../../src/table/kernel/record.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { ShoeHarness } from "./shoe-harness.ts";

/** What a card table said, and what its people read. */

/** Every word in Spanish on all screens together. */
export function screensOf({ pipeline, setup }: ShoeHarness): string {
  return JSON.stringify(view(pipeline.durable, setup), (key, value: unknown) =>
    key === "eu" || key === "gl" || key === "en" ? undefined : value,
  );
}

function view(durable: ShoeHarness["pipeline"]["durable"], setup: ShoeHarness["setup"]): TableView {
  const { pack, rulebook } = setup;
  // A verdict is only drawn with its certificate.
  const certificate = { seq: 1, hash: "0".repeat(64), short: "0000 0000", qr: "", at: "" };
  return viewOf(durable, 1, durable.verdict === null ? null : certificate, {
    pack,
    houseRules: [],
    table: "Mesa",
    log: "tirada.test/shoe",
    rulebook,
    languages: ["es"],
    test: false,
  });
}

/** Verdicts and what bars the table, in the order in which they were signed: `1 undecided device-silent`, `fault shoe-jam`. */
export function storyOf({ records }: ShoeHarness): string[] {
  return records.flatMap(({ body }) => reportedOf(body));
}

function reportedOf(body: RecordBody): string[] {
  switch (body.kind) {
    case "result":
      return [`${body.round} ${body.certainty.level}`];
    case "void":
      return [`${body.round} void ${body.reasons.map(({ rule }) => rule).join(" ")}`];
    case "undecided":
      return [`${body.round} undecided ${body.because.join(" ")}`];
    case "aborted":
      return [`${body.round} aborted ${body.cause}`];
    case "fault":
      return [`fault ${body.code}`];
    case "fault-cleared":
      return [`cleared ${body.code}`];
    default:
      return [];
  }
}

/** How many rounds the machine vouched for. */
export const certified = (harness: ShoeHarness): number =>
  storyOf(harness).filter((one) => one.endsWith(" certified")).length;
