import { createPrivateKey, X509Certificate } from "node:crypto";
import { readRevocationList } from "../../src/orders/certificate.ts";
import { signerOf } from "../../src/record/keys.ts";
import type { Timer } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { Collectors } from "../../firmware/afar/floor/collectors.ts";
import { answerQuestions } from "../../firmware/threads/questions.ts";
import { SIMULATED_DAYS } from "./casino.ts";
import { LightTable, replayedLines } from "./light-table.ts";
import type { TableAct, TablesAnswer, TablesOrder, TablesQuestion, TableState } from "./messages.ts";

/** A thread in which many light tables live. */

/** How often each table plays on. */
const STEP_US = 50 * US_PER_MS;
/** Batches that a fault of the line hits. */
const HIT = { double: 3, flip: 1 };

const clock = systemClock();
const tables = new Map<string, { readonly table: LightTable; readonly collectors: Collectors }>();
let playing: Timer | null = null;
/** How late a step came at the most: what a slow machine costs the tables, whatever the floor does. */
let latestUs = 0;

async function begin({ tables: orders, pace, ca, crl }: TablesOrder): Promise<string> {
  const certificate = new X509Certificate(ca);
  const list = await readRevocationList(crl, certificate);
  if (list === null) throw new Error("the authority's list is none of its own");
  for (const { signer, pair, collectors: urls, aheadUs, ...choice } of orders) {
    const credentials = { ...pair, ca, crl, authority: { certificate, list } };
    const collectors = new Collectors(urls, () => credentials);
    const parts = { choice, clock, pace, aheadUs, key: pair.key, collectors, days: SIMULATED_DAYS };
    const table = new LightTable({ ...parts, signer: signerOf(choice.log, createPrivateKey(signer)) });
    tables.set(choice.log, { table, collectors });
  }
  let due = clock.now() + STEP_US;
  playing = clock.every(STEP_US, "tables", () => {
    const now = clock.now();
    latestUs = Math.max(latestUs, now - due);
    due = now + STEP_US;
    for (const { table } of tables.values()) table.play();
  });
  return "";
}

const tableOf = (log: string): LightTable => {
  const found = tables.get(log);
  if (found === undefined) throw new RangeError(`there is no table ${log}`);
  return found.table;
};

async function act(table: LightTable, what: TableAct): Promise<string> {
  const { line } = table;
  if (typeof what !== "string") {
    if ("hitsSpins" in what) table.hitSpins(what.hitsSpins);
    else table.sayOfMachine(what.says);
    return "";
  }
  switch (what) {
    case "unplug":
      table.unplug();
      return "";
    case "leave-alone":
      table.leaveAlone();
      return "";
    case "cut":
    case "slow":
    case "mend":
      line.isCut = what === "cut";
      line.isSlow = what === "slow";
      return "";
    case "kill":
      table.kill();
      return "";
    case "revive":
      table.revive();
      return "";
    case "double":
      line.doubles += HIT.double;
      return "";
    case "flip":
      line.flips += HIT.flip;
      return "";
    case "copy": {
      const answer = await table.bringOtherHistory();
      if (answer?.is !== "answer") return answer?.why ?? "it has no record yet";
      return answer.refused?.why ?? "taken";
    }
  }
}

const states = (): readonly TableState[] =>
  [...tables].map(([log, { table }]) => ({
    log,
    records: table.journal.size,
    stored: table.state?.next ?? 0,
    takenBack: table.takenBack,
    trouble: table.state?.trouble?.kind ?? null,
  }));

function replay(table: LightTable): number | null {
  const { lines } = table.journal;
  let seq = 0;
  for (const line of replayedLines(table.choice, table.restarts, lines.length)) {
    if (lines[seq]?.line !== line) return seq;
    seq++;
  }
  return null;
}

async function answer(question: TablesQuestion): Promise<TablesAnswer> {
  switch (question.ask) {
    case "begin":
      return { is: "done", said: await begin(question.order) };
    case "act":
      return { is: "done", said: await act(tableOf(question.log), question.act) };
    case "state":
      return { is: "state", tables: states(), latestUs };
    case "rest":
      playing?.cancel();
      for (const { table } of tables.values()) table.rest();
      return { is: "done", said: "" };
    case "truth": {
      const { journal, committedAt, answeredAfter, restarts } = tableOf(question.log);
      return { is: "truth", truth: { lines: journal.lines, committedAt, answeredAfter, restarts } };
    }
    case "replay":
      return { is: "replayed", other: replay(tableOf(question.log)) };
    case "end":
      playing?.cancel();
      for (const { table, collectors } of tables.values()) {
        collectors.close();
        await table.stop();
      }
      return { is: "done", said: "" };
  }
}

answerQuestions(answer);
