import { NEW_TABLE } from "../durable.ts";
import type { Table } from "../table.ts";
import { NEW_LIVE } from "./spin.ts";

/** A new table of a wheel. */
export const WHEEL_TABLE_START: Table = { durable: NEW_TABLE, live: NEW_LIVE };
