import { parseArgs } from "node:util";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { FoldReader, outcomeOf, photos, type Outcome, type Photo } from "../support/dice-photos.ts";

/**
 * `node test/bench/dice-photos.ts [--every n] [--only text] [--list]`: how the photographs are read, per tier, per
 * source and per fold (a threshold that only suits one half shows there). Each is read by the network that never saw it.
 */
const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    list: { type: "boolean", default: false },
  },
});

const reader = new FoldReader();
const table = new Map<string, Record<Outcome, number>>();
const clock = systemClock();
let took = 0;
const chosen = photos()
  .filter(({ name, tier }) => `${tier}/${name}`.includes(values.only))
  .filter((_, at) => at % Number(values.every) === 0);
for (const photo of chosen) {
  const began = clock.now();
  const reading = await reader.read(photo);
  took += clock.now() - began;
  const outcome = outcomeOf(photo, reading);
  for (const row of rowsOf(photo)) {
    const counted = table.get(row) ?? { exact: 0, silent: 0, undecided: 0 };
    counted[outcome]++;
    table.set(row, counted);
  }
  if (values.list && outcome !== "exact") {
    const dice = reading.dice.map(
      ({ face, said, at, size, confidence, notes }) =>
        `${face ?? "?"}(${said?.network ?? "-"}/${said?.geometry ?? "-"} ${confidence} @${Math.round(at.x)},${Math.round(at.y)},${Math.round(size)} ${notes.join("+")})`,
    );
    process.stdout.write(
      `${outcome.padEnd(9)} ${photo.name} is ${photo.values.join(" ")}: ${dice.join(" ")}\n`,
    );
  }
}
for (const [row, { exact, silent, undecided }] of [...table].sort(([a], [b]) => a.localeCompare(b))) {
  const all = exact + silent + undecided;
  const share = ((100 * exact) / all).toFixed(1);
  process.stdout.write(
    `${row.padEnd(24)} ${String(all).padStart(4)} pictures: exact ${exact} (${share} %), silent ${silent}, undecided ${undecided}\n`,
  );
}
process.stdout.write(`${(took / US_PER_MS / Math.max(1, chosen.length)).toFixed(0)} ms a picture\n`);

function rowsOf({ name, tier, source }: Photo): string[] {
  return [`tier ${tier}`, `tier ${tier} fold ${reader.foldOf(name)}`, source];
}
