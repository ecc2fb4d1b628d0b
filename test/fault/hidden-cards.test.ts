import { describe, expect, it } from "vitest";
import { contractLine, readableLine } from "../../firmware/cli/evidence/contract.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { FeedResult } from "../../firmware/table/pipeline/pipeline.ts";
import { gameOf } from "../../hw-sim/people/cards/games/game-list.ts";
import { canonical } from "../../src/record/canonical.ts";
import type { CardPack } from "../../src/rules/pack.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { CommitmentCheck } from "../../src/table/shoe/open-commitments.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { facesIn, formsOf, SEARCHED } from "../support/face-search.ts";
import type { Pair } from "../support/twin-tables.ts";
import { twinGame, type TwinGame } from "../support/twin-round.ts";
import { sampleOfRun, SOAK, more } from "../support/volume.ts";

/**
 * No output of a running round tells a card that lies face down, and none depends on one: whole rounds of every game with hidden
 * cards, each at two tables at once that differ in nothing but the hidden cards (docs/hidden-cards.md).
 */

/** Rounds of all games together, were all played: each run takes the games of the promise and some others, a soak all. */
const ROUNDS = Number(process.env["TIRADA_LEAK_ROUNDS"] ?? 200);
/** Games that the promise is made for by name; the others with hidden cards follow by themselves. */
const NAMED = [
  "cl/midi-punto-y-banca",
  "es-pv/chemin-de-fer",
  "es-cb/poker-sin-descarte",
  "es-cb/poker-texas-holdem-bonus",
];

const GAMES = packIds().filter((id) => {
  const { pack } = loadPack(id);
  return pack.family === "shoe" && pack.cards.reader === "shoe" && dealsFaceDown(pack) && gameOf(id) !== null;
});

function dealsFaceDown({ cards }: CardPack): boolean {
  return cards.deal.some((step) => step.step === "deal" && step.to.some(({ up }) => up !== "all"));
}

/** Everything that a feed gives to somebody else than the sealed recording, as texts by name. */
function outputs(fed: FeedResult, { tables }: TwinGame): Record<string, string> {
  const { setup, pipeline } = tables;
  const { pack, rulebook } = setup;
  const view = viewOf(pipeline.durable, pipeline.chain.seq, null, {
    pack,
    houseRules: [],
    table: "Mesa",
    log: "tirada.test/twins",
    rulebook,
    languages: ["es", "eu", "gl", "en"],
    test: false,
  });
  return {
    records: fed.records.map(({ line }) => line).join("\n"),
    states: fed.records.map(({ snapshot }) => snapshot).join("\n"),
    contract: fed.records.map((record) => contractLine(record, rulebook, pack) ?? "").join("\n"),
    printed: fed.records.map((record) => readableLine(record, pack)).join("\n"),
    refusal: fed.refusal ?? "",
    writes: fed.writes.map(({ bytes }) => bytes).join(""),
    view: JSON.stringify(view),
    figures: JSON.stringify(setup.session.figures?.(pipeline.state.session) ?? {}),
  };
}

/** Records as they would be with every commitment alike. */
const blind = (body: RecordBody): unknown =>
  body.kind === "deal"
    ? { ...body, cards: body.cards.map((card) => ({ ...card, commit: card.commit === null ? null : "bound" })) }
    : body;

/** All that two feeds may be told apart by, how long their sealed recording is among it. */
const picture = (
  fed: FeedResult,
  pipeline: TwinGame["tables"]["pipeline"],
  session: TwinGame["tables"]["setup"]["session"],
): string =>
  canonical({
    records: fed.records.map(({ body, at, seq, snapshot }) => ({ body: blind(body), at, seq, snapshot })),
    refusal: fed.refusal,
    writes: fed.writes,
    sealDue: fed.sealDue,
    recorded: fed.recording.length,
    wakeAt: pipeline.wakeAt(),
    figures: session.figures?.(pipeline.state.session) ?? {},
  });

/** The search itself: throws at the first output that tells too much. */
class Watch {
  readonly #bytes: string[] = [];
  readonly commitments = new CommitmentCheck();
  searched = 0;
  compared = 0;

  see({ entry, a, b }: Pair, game: TwinGame): void {
    const { tables } = game;
    const seen = outputs(a, game);
    if (entry.k === "in" && a.records.some(({ body }) => isHiddenDeal(body)))
      this.#bytes.push(...formsOf(entry.bytes));
    const ids = tables.hidden.flatMap(({ id }) => formsOf(id ?? "no identity"));
    for (const [where, text] of Object.entries(seen)) {
      const faces = [...facesIn(text)].filter((face) => !game.isPublic(face));
      if (faces.length > 0) throw new Error(`${where} name ${faces.join(" ")}: ${text}`);
      const reported = [...ids, ...this.#bytes].find((form) => text.toLowerCase().includes(form.toLowerCase()));
      if (reported !== undefined) throw new Error(`${where} hold ${reported}: ${text}`);
    }
    // What decides what people see has never seen a hidden card.
    for (const { id, cards } of tables.pipeline.state.table.deal?.round?.deal.hands ?? [])
      for (const { n, up, face } of cards)
        if (!up && face !== null)
          throw new Error(`the plays are given card ${n} of ${id}, which lies face down`);
    this.searched += a.records.length;
    for (const { line } of a.records) {
      const problems = this.commitments.line(JSON.parse(line));
      if (problems.length > 0) throw new Error(problems.join("; "));
    }
    if (b === null) return;
    const { session } = tables.setup;
    const [one, other] = [picture(a, tables.pipeline, session), picture(b, tables.double, session)];
    if (one !== other) throw new Error(`other hidden cards, other outputs:\n${one}\n${other}`);
    this.compared += a.records.length;
  }

  nextRound(): void {
    this.#bytes.length = 0;
  }
}

const isHiddenDeal = (body: RecordBody): boolean =>
  body.kind === "deal" && body.cards.some(({ up, commit }) => !up && commit !== null);

it("every face is found where it stands as a value or a word, and no hash is taken for one", () => {
  for (const face of SEARCHED) expect([...facesIn(`{"face":"${face}"}`)]).toEqual([face]);
  expect([...facesIn("punto: 9h, 10d; banca (Kd)")]).toEqual(["9h", "10d", "Kd"]);
  expect([...facesIn(`${"9c4d".repeat(16)} As cartas aGVs-9c_Kd+4d/`)]).toEqual([]);
});

it("the games that are named are among those that are played", () => {
  expect(GAMES).toEqual(expect.arrayContaining(NAMED));
});

const PLAYED = new Set([...(SOAK ? [] : NAMED), ...sampleOfRun(GAMES, more(1, 3), "hidden cards")]);

describe.each([...PLAYED])("%s", (rulebook) => {
  it("tells no hidden card, and nothing that depends on one, until it is turned", () => {
    const rounds = Math.ceil(ROUNDS / GAMES.length);
    const watch = new Watch();
    const game = twinGame(rulebook, `hidden cards of ${rulebook}`, (pair, its) => watch.see(pair, its));
    for (let round = 0; round < rounds; round++) {
      watch.nextRound();
      const { outcome, hidden } = game.round();
      expect(outcome).not.toBeNull();
      expect(hidden.length).toBeGreaterThanOrEqual(0);
    }
    expect(game.tables.exchanges).toBeGreaterThan(rounds / 2);
    expect(watch.compared).toBeGreaterThan(rounds);
    expect(watch.commitments.rounds).toBeGreaterThan(rounds / 2);
    expect(watch.commitments.unopened).toBe(0);
  });
});
