import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { TICKS_PER_S } from "../../drivers/wheel/sensor-board/edge.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";

/** The table of limits in docs/limits.md, printed from the constants that `limits.yaml` names. */

interface LimitGroup {
  readonly of: string;
  readonly rows: readonly { readonly what: string; readonly limit: string; readonly then: string }[];
}

const ROOT = new URL("../../", import.meta.url).pathname;
const MEGABYTE = 1_024 * 1_024;
const HOUR_US = 3_600 * US_PER_S;
/** `{drivers/transport/hid.ts#QUEUE_MAX}`, `{…#BUDGETS.refused.refillUs micros}`. */
const CONSTANT = /\{([\w./-]+)#([\w.-]+)(?: ([a-z]+))?\}/g;

const digits = (value: number): string => value.toLocaleString("en-GB");

/** From microseconds: whole hours, whole minutes from two on, seconds, or milliseconds. */
function timeText(us: number): string {
  if (us >= HOUR_US && us % HOUR_US === 0) return `${us / HOUR_US} h`;
  if (us >= 120 * US_PER_S && us % (60 * US_PER_S) === 0) return `${us / (60 * US_PER_S)} min`;
  return us >= US_PER_S ? `${us / US_PER_S} s` : `${us / US_PER_MS} ms`;
}

/** How a constant is printed: a number of bytes, a time in microseconds, milliseconds, seconds or a board's ticks … */
const FORMS: Readonly<Record<string, (value: number) => string>> = {
  bytes: (value) => (value % MEGABYTE === 0 ? `${digits(value / MEGABYTE)} MB` : `${digits(value)} bytes`),
  characters: (value) => `${digits(value)} characters`,
  percent: (value) => `${Math.round(value * 100)} %`,
  micros: timeText,
  millis: (value) => timeText(value * US_PER_MS),
  seconds: (value) => timeText(value * US_PER_S),
  ticks: (value) => timeText((value / TICKS_PER_S) * US_PER_S),
};

/** Rows of cells: what, the limit, what then, and the files of its constants. A row of one text begins a group. */
export async function limitRows(): Promise<readonly (readonly string[])[]> {
  const groups = parse(readFileSync(`${ROOT}test/support/limits.yaml`, "utf8")) as readonly LimitGroup[];
  const rows: string[][] = [];
  for (const { of, rows: limits } of groups) {
    rows.push([`**${of}**`, "", "", ""]);
    for (const { what, limit, then } of limits) {
      const constants = [...limit.matchAll(CONSTANT)];
      const files = new Set(constants.map(([, file = ""]) => file));
      let text = limit;
      for (const [placed, file = "", name = "", form] of constants)
        text = text.replace(placed, printed(await valueOf(file, name), form, placed));
      rows.push([what, text, then, [...files].map((file) => `\`${file}\``).join(", ")]);
    }
  }
  return rows;
}

/** Throws where the file has no such constant. */
async function valueOf(file: string, name: string): Promise<unknown> {
  const all: unknown = await import(`${ROOT}${file}`);
  return name.split(".").reduce<unknown>((under, part) => {
    if (typeof under === "object" && under !== null && part in under) return Reflect.get(under, part);
    throw new Error(`${file} exports no ${name}: put it right in test/support/limits.yaml`);
  }, all);
}

/** Waits one after another, in microseconds, are printed as seconds: `0.25, 0.5, 1 s`. */
function printed(value: unknown, form: string | undefined, placed: string): string {
  if (form === "waits" && Array.isArray(value))
    return `${value.map((us: number) => us / US_PER_S).join(", ")} s`;
  const print = form === undefined ? digits : FORMS[form];
  if (typeof value === "number" && print !== undefined) return print(value);
  throw new Error(`${placed} in test/support/limits.yaml: no number, or no form of that name`);
}
