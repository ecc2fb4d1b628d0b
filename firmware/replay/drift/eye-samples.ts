import { messageOf } from "../../../drivers/dice/eye/lines.ts";
import { medianOf } from "../../../src/analysis/bands.ts";
import type { Sample } from "../../../src/analysis/drift/measures.ts";
import { EYE_PORT, type Entry } from "../../../src/recording/entry.ts";

/** What an eye told of light, place and its own readings while one throw was played: oldest entry first. */
export function eyeSamples(entries: readonly Entry[]): readonly Sample[] {
  const [lights, shifts, sure]: [number[], number[], number[]] = [[], [], []];
  let [rests, undecided] = [0, 0];
  for (const line of eyeLines(entries)) {
    const message = messageOf(line);
    if (message?.m === "heartbeat") {
      if (message.light !== null) lights.push(message.light);
      if (message.drift !== null) shifts.push(message.drift);
    }
    if (message?.m !== "rest") continue;
    const { dice, verdict } = message.read;
    rests++;
    if (verdict === "undecided") undecided++;
    // Of a throw that lies badly an eye is never sure: that is no sign of its lens.
    else sure.push(...dice.map(({ confidence }) => confidence));
  }
  return [
    ...levelOf("eye-light", lights),
    ...levelOf("eye-shift", shifts),
    ...levelOf("eye-confidence", sure),
    ...(rests === 0 ? [] : [{ measure: "eye-undecided", part: "", value: undecided, of: rests } as const]),
  ];
}

function levelOf(
  measure: "eye-light" | "eye-shift" | "eye-confidence",
  values: readonly number[],
): readonly Sample[] {
  const value = medianOf(values);
  return value === null ? [] : [{ measure, part: "", value }];
}

/** Whole lines: one that was begun before is none. */
function eyeLines(entries: readonly Entry[]): readonly string[] {
  const bytes = entries.map((entry) => (entry.k === "in" && entry.port === EYE_PORT ? entry.bytes : ""));
  return bytes.join("").split("\n").slice(1, -1);
}
