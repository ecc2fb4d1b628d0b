import type { WheelObservation } from "../../src/table/wheel/observation.ts";

/** An observation as a technician reads it: its fields, without its name. */
export function seenText(seen: WheelObservation): string {
  return Object.entries(seen)
    .filter(([name, value]) => name !== "o" && value !== null && value !== undefined && !isEmpty(value))
    .map(([name, value]) => `${name} ${typeof value === "object" ? listText(value as object) : String(value)}`)
    .join(" · ");
}

function listText(value: object): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  return Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(", ");
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
