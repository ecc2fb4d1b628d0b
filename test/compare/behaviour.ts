import { createHash, type Hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { DICE_PROFILES } from "../../hw-sim/people/dice/make-throw.ts";
import { playDice } from "../../hw-sim/sim/dice/table.ts";
import { PROFILES, SHOE_PROFILES } from "../../hw-sim/sim/profiles.ts";
import { canPlay, playCards } from "../../hw-sim/sim/shoe/table.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { cardPack, type Pack } from "../../src/rules/pack.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { LANGUAGES } from "../../src/text/language.ts";

/**
 * `node test/compare/behaviour.ts --rounds N [--seed S] [--only text] [--save FILE] [--against FILE]`: plays simulated rounds with
 * faults at a table of every game, from one seed, and prints one line a game: SHA-256 over the bodies of all records, over the table
 * after each, and over every screen's picture of it. A change of structure leaves every line as it was; with `--against` those that
 * differ from a saved run are named, and the status is 1.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    seed: { type: "string", default: "compare" },
    only: { type: "string", default: "" },
    save: { type: "string" },
    against: { type: "string" },
  },
});
const ROUNDS = Number(values.rounds);

/** Hashes all that one table says. */
class Heard {
  readonly #bodies: Hash = createHash("sha256");
  readonly #tables: Hash = createHash("sha256");
  readonly #views: Hash = createHash("sha256");
  readonly #pack: Pack;
  records = 0;

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  record({ body, snapshot, durable, seq, at }: BuiltRecord): void {
    this.records += 1;
    this.#bodies.update(JSON.stringify(body));
    this.#tables.update(snapshot);
    const certificate = { seq, hash: "ab".repeat(32), short: "abab abab", qr: "q", at };
    const setup = {
      pack: this.#pack,
      houseRules: [],
      table: "Mesa",
      log: "log",
      rulebook: "rulebook",
      languages: LANGUAGES,
      test: false,
    };
    this.#views.update(JSON.stringify(viewOf(durable, seq, certificate, setup)));
  }

  get line(): string {
    const short = (hash: Hash): string => hash.digest("hex").slice(0, 32);
    return `${this.records} records ${short(this.#bodies)} tables ${short(this.#tables)} views ${short(this.#views)}`;
  }
}

async function played(rulebook: string, seed: string): Promise<string | null> {
  const { pack } = loadPack(rulebook);
  const heard = new Heard(pack);
  const record = (built: BuiltRecord): void => heard.record(built);
  if (pack.family === "dice")
    await playDice({ rulebook, seed, faults: DICE_PROFILES.rough, profile: "fast" }, ROUNDS, { record });
  else if (pack.family === "shoe") {
    if (!canPlay(cardPack(pack))) return null;
    playCards({ rulebook, seed, profile: SHOE_PROFILES.rough }, ROUNDS, { record });
  } else {
    const table = simulatedTable({ rulebook, seed, profile: PROFILES.rough, board: "fast" });
    for (let spins = 0; spins < ROUNDS;) {
      table.deliver(table.advance());
      const { records, truth } = table.drain();
      spins += truth.length;
      records.forEach(record);
    }
  }
  return heard.line;
}

const lines: string[] = [];
for (const rulebook of packIds().filter((id) => id.includes(values.only))) {
  const line = await played(rulebook, values.seed);
  if (line === null) continue;
  lines.push(`${rulebook} ${line}`);
  process.stdout.write(`${lines.at(-1) ?? ""}\n`);
}
if (values.save !== undefined) writeFileSync(values.save, `${lines.join("\n")}\n`);
if (values.against !== undefined) {
  const saved = new Set(readFileSync(values.against, "utf8").split("\n"));
  const differ = lines.filter((line) => !saved.has(line)).map((line) => line.split(" ", 1)[0] ?? "");
  process.stdout.write(differ.length === 0 ? "every game as saved\n" : `differ: ${differ.join(", ")}\n`);
  process.exitCode = differ.length === 0 ? 0 : 1;
}
