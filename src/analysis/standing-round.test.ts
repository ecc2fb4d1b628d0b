import { expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import "../../firmware/table/setup/every-family.ts";
import { PublishedResults } from "../floor/published-results.ts";
import { PlayedRounds } from "../statistics/played-rounds.ts";
import { applyRecord, type Durable } from "../table/kernel/durable/durable.ts";
import type { RecordBody } from "../table/kernel/record.ts";
import { seriesItemOf } from "../table/kernel/view/view-verdict.ts";
import { EMPTY_WHEEL_TABLE } from "../table/wheel/durable-wheel.ts";
import { WHEEL_FAMILY } from "../table/wheel/family.ts";
import { randomFrom } from "../time/random-source.ts";
import { RecallWindow } from "./recall.ts";
import type { RecallWords } from "./recall-types.ts";
import type { Fields } from "./record-fields.ts";

const AT = "2026-11-29T18:00:00.000Z";
const BY = { role: "jefe-de-mesa", name: "Ana" } as const;
const { pack } = loadPack("cl/ruleta-francesa");

const WORDS: RecallWords = { names: {}, rules: {}, calls: {}, codes: {}, faults: {}, suertes: {} };

const certainty = (level: string) => ({
  level,
  witnesses: [],
  judged: [],
  bounded: [],
  attested: [],
  notObservable: [],
  because: [],
});
const result = (pocket: string, level: string): object => ({
  kind: "result",
  result: { pocket, suertes: [] },
  deviations: [],
  seen: {},
  certainty: certainty(level),
});
const undecided = { kind: "undecided", because: ["number-changed"], seen: {}, mayBeCalled: [] };
const isVoid = { kind: "void", reasons: [], then: [], calledBy: BY };
const word = (outcome: string, more = {}): object => ({
  kind: "key",
  key: { key: "resolve", round: 1, outcome },
  by: BY,
  resolves: { outcome, ...more },
});

/** Records of one round that follow one another in every way that they may. */
function records(seed: string): readonly RecordBody[] {
  const random = randomFrom(seed);
  const pocket = (): string => String(random.below(37));
  const made: object[] = [
    random.pick([result(pocket(), "certified"), result(pocket(), "reported"), undecided, isVoid]),
  ];
  for (let n = random.below(7); n > 0; n--) {
    const contested = { ...undecided, contestedBy: BY };
    const isOpen = (made.at(-1) as { kind: string }).kind === "undecided";
    made.push(
      random.pick([
        contested,
        contested,
        undecided,
        isVoid,
        result(pocket(), "reported"),
        word("upheld"),
        word("otherwise"),
        word("stands", { pocket: pocket() }),
        ...(isOpen ? [word("void"), word("upheld"), word("stands", { pocket: pocket() })] : []),
      ]),
    );
  }
  return made.map((one) => ({ at: AT, round: 1, ...one }) as unknown as RecordBody);
}

it("recall, statistics and feeds say of every round what the table's own series says", () => {
  for (let n = 0; n < 600; n++) {
    const all = records(`standing rounds ${n}`);
    let durable: Durable = EMPTY_WHEEL_TABLE;
    const [told, played, recalled] = [new PublishedResults("t"), new PlayedRounds(), new RecallWindow()];
    let stands: string | null = null;
    for (const [seq, body] of all.entries()) {
      const fields = body as unknown as Fields;
      durable = applyRecord(durable, body, AT, WHEEL_FAMILY.reducer);
      const one = told.add(seq, "", fields);
      if (one !== null) stands = one.stands?.text ?? null;
      played.addRecord(fields);
      recalled.addRecord(fields);
      const item = seriesItemOf(durable.series[0]!, pack);
      const pocket = item.kind === "result" ? (item as { pocket?: string }).pocket : null;
      const way = JSON.stringify(all.slice(0, seq + 1));
      expect(stands, way).toBe(pocket);
      const round = played.all()[0]!;
      expect(round.outcome === null ? null : round.outcome.of === "wheel" && round.outcome.pocket, way).toBe(
        pocket,
      );
      expect(recalled.recall(1, WORDS, "en").rounds[0]?.end, way).toBe(item.kind);
    }
  }
});
