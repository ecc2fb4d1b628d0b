import { expect, it } from "vitest";
import { refusesResults } from "../../src/codes/faults.ts";
import { metricsText, type MetricsInput } from "../../firmware/table/log/metrics.ts";
import { statusOf } from "../../firmware/unit/supervision/table.ts";
import { heartbeatOf } from "../../firmware/afar/floor/heartbeat-of.ts";
import type { HeartbeatFacts } from "../../firmware/afar/floor/heartbeats.ts";
import { viewSetup } from "../../firmware/unit/control/presenter.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { facesIn } from "../support/face-search.ts";
import { twinGame, type TwinGame } from "../support/twin-round.ts";
import { volume } from "../support/volume.ts";

/**
 * Figures for a monitor, the status that the service manager shows and what a floor is told depend on no card that lies face down: whole rounds at two tables at
 * once that differ in nothing but the hidden cards give the same ones, byte for byte, at every instant.
 */

const GAMES = [
  "cl/midi-punto-y-banca",
  "es-cb/poker-sin-descarte",
  "es-cb/poker-texas-holdem-bonus",
  "es-pv/chemin-de-fer",
];
/** Rounds of all games together. */
const ROUNDS = volume(40, 200);

/** What the table says of itself to its floor. */
function heartbeatAt(pipeline: Pipeline, { setup }: TwinGame["tables"]): HeartbeatFacts {
  const { durable, chain } = pipeline;
  const config = {
    table: { name: "Mesa", log: "tirada.test/cards", languages: ["es"] },
    display: {},
    people: [],
    test: true,
  };
  const view = viewOf(durable, chain.seq, null, viewSetup(config as never, setup));
  const faults = durable.faults.map(({ device, code, since }) => ({
    device,
    code,
    since,
    refuses: refusesResults(code),
  }));
  const health = {
    log: "tirada.test/cards/test",
    name: "Mesa",
    rulebook: setup.rulebook,
    family: setup.family,
    devices: setup.devices.ports,
    release: { version: "0", manifest: null },
    upSeconds: 0,
    faults,
    clock: null,
    second: null,
    witness: null,
  };
  const { verdict } = durable;
  return heartbeatOf(health as never, view, {
    start: "0".repeat(16),
    count: 1,
    at: 0,
    phaseSince: 0,
    last: verdict === null ? null : { seq: 0, round: verdict.round, kind: verdict.kind, at: 0 },
    rounds: { certified: 0, reported: 0, void: 0, undecided: 0, aborted: 0 },
    disks: [],
    records: chain.seq,
    tasksSince: new Map(),
  });
}

/** What figures are made of at this table now; what the machine measures is left out. */
function figuresAt(pipeline: Pipeline, { setup }: TwinGame["tables"]): MetricsInput {
  const { durable, chain, state } = pipeline;
  return {
    release: "0",
    mode: "test",
    upSeconds: 0,
    memory: 0,
    epoch: 0,
    second: null,
    witness: null,
    screens: null,
    faults: durable.faults.map(({ device, code }) => ({ device, code, refuses: refusesResults(code) })),
    records: chain.seq,
    counters: { ...(setup.session.figures?.(state.session) ?? {}) },
  };
}

it.each(GAMES)("%s: other hidden cards, the same figures and the same status", async (rulebook) => {
  const compared: string[] = [];
  let figures: readonly MetricsInput[] = [];
  let heartbeats: readonly HeartbeatFacts[] = [];
  const config = { table: { name: "Mesa" } as never, test: true };
  const game = twinGame(rulebook, `figures of ${rulebook}`, ({ b }, { tables }) => {
    // From the first card on that is turned the second table is left alone.
    if (b === null) return;
    const both = [tables.pipeline, tables.double];
    figures = both.map((pipeline) => figuresAt(pipeline, tables));
    heartbeats = both.map((pipeline) => heartbeatAt(pipeline, tables));
    const [one, other] = both.map(({ durable }, at) =>
      JSON.stringify([figures[at], statusOf(config, durable), heartbeats[at]]),
    );
    expect(one).toBe(other);
    compared.push(one ?? "");
  });
  for (let round = 0; round < ROUNDS / GAMES.length; round++) {
    game.round();
    const [text, other] = await Promise.all(figures.map(metricsText));
    expect(other).toBe(text);
    expect([...facesIn(text ?? "")]).toEqual([]);
    expect([...facesIn(JSON.stringify(heartbeats))]).toEqual([]);
    expect(text).toMatch(/^tirada_records_total \d+$/m);
  }
  expect(new Set(compared).size).toBeGreaterThan(ROUNDS);
});
