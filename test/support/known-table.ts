import { existsSync } from "node:fs";
import { join } from "node:path";
import { boxOf } from "../../firmware/office/relay/letter-box.ts";
import { until } from "./screen-line.ts";

/** Waits until a table has come to the relay whose boxes lie here: before that no order is kept for it. */
export const untilKnown = (boxes: string, log: string): Promise<void> =>
  until("the table to have come", () => existsSync(join(boxes, boxOf(log), "table.seen")));
