import { describe, expect, it, onTestFinished } from "vitest";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { commandHere } from "../support/command.ts";
import { goesOn, LONG_MS, play, sitDown, type Playing } from "../support/demo-cards.ts";
import { temporaryFolder } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import { screenLine, until } from "../support/screen-line.ts";
import { startProcess } from "../support/table-process.ts";
import { sampleOfRun, more, ALL } from "../support/volume.ts";

/** `tirada start --table punto-y-banca`: simulated people at a real unit, with their shoe on a real serial port. */

/** `"face":"Ks"` and `"Ks"` alike, as records and screens write a face. */
const names = (text: string | undefined, face: string | null): boolean =>
  text?.includes(`"${face ?? "?"}"`) === true;

/** No face of a card that lies face down is in a record or on a screen before the record that turns it up. */
async function checkHidden(playing: Playing, views: readonly TableView[]): Promise<void> {
  // What the screen has not been told yet is not held against it.
  const records = [...playing.records];
  const last = records.at(-1)?.seq ?? 0;
  await until("the screen has come so far", () => (views.at(-1)?.seq ?? 0) >= last);
  let hidden = 0;
  for (const [at, { body, seq }] of records.entries()) {
    if (body.kind !== "deal" || body.what !== "turned") continue;
    const { round } = body;
    const before = records.slice(0, at).filter((one) => "round" in one.body && one.body.round === round);
    const shown = views.filter((view) => view.round === round && view.seq < seq && view.phase !== "betting");
    expect(shown.length).toBeGreaterThan(0);
    for (const { face } of body.cards) {
      hidden++;
      // One deck: each face is there once.
      expect(before.filter((one) => names(one.line, face)).map((one) => one.line)).toEqual([]);
      expect(shown.filter((view) => names(JSON.stringify(view.cards?.hands), face))).toEqual([]);
      expect(views.some((view) => view.seq >= seq && names(JSON.stringify(view.cards?.hands), face))).toBe(
        true,
      );
    }
  }
  expect(hidden).toBeGreaterThan(4);
}

describe("the demonstration of cards", () => {
  it(
    "games: hands, duties, certified results, and no hidden card before its turn",
    async () => {
      const three: Playing[] = [];
      const others = sampleOfRun(["cl/punto-y-banca", "cl/black-jack"], 1, "cards");
      for (const rulebook of ["es-cb/poker-sin-descarte", ...more([], others)])
        three.push(await sitDown(rulebook));
      const { views } = await screenLine(three[0]!.table.url);
      const before = three.map(({ records }) => records.length);
      for (const { demo, table } of three) demo.play(table.unit);
      await Promise.all(three.map((one) => goesOn(one)));
      for (const [at, { notices, records }] of three.entries()) {
        // A machine that is busy with other things may starve the line for a second: that is told, and it goes on.
        const usual = /^shoe: connected to|; once more$/;
        expect(notices.filter((line) => !usual.test(line))).toEqual([]);
        const faults = records
          .slice(before[at])
          .flatMap(({ body }) =>
            body.kind === "fault" && body.code !== "device-silent"
              ? [`${body.code} ${JSON.stringify(body.detail)}`]
              : [],
          );
        expect(faults).toEqual([]);
        const dues = records.flatMap(({ body }) => (body.kind === "deal" ? [body.due] : []));
        expect(dues.filter((due) => due !== null).length).toBeGreaterThan(5);
      }
      await checkHidden(three[0]!, views);
    },
    LONG_MS,
  );

  if (ALL)
    it(
      "pai gow: its dice are read from an eye's line, and say who is dealt first",
      async () => {
        const playing = await play("es-cb/pai-gow-poker");
        const { views } = await screenLine(playing.table.url);
        const named = (): (RecordBody & { kind: "first-dice" })[] =>
          playing.records.flatMap(({ body }) =>
            body.kind === "first-dice" && body.because.length === 0 ? [body] : [],
          );
        const dealtIn = (round: number): RecordBody | undefined =>
          playing.records
            .map(({ body }) => body)
            .find((body) => body.kind === "deal" && body.round === round && body.what === "dealt");
        await until(
          "two rounds that dice began",
          () => named().filter(({ round }) => dealtIn(round)).length > 1,
          LONG_MS,
        );
        for (const { round, first } of named())
          if (dealtIn(round) !== undefined)
            expect(dealtIn(round)).toMatchObject({ cards: [{ n: 1, to: first }] });
        const keys = playing.records.flatMap(({ body }) => (body.kind === "key" ? [body.key] : []));
        expect(keys.filter((key) => key.key === "move" && key.move === "first")).toEqual([]);
        expect(views.some(({ cards }) => cards?.firstDice?.first != null)).toBe(true);
        expect(playing.records.at(-1)?.line).toContain('"dev":"tirada-shoe+tirada-eye"');
      },
      LONG_MS,
    );
});

describe("tirada start --table with a card game", () => {
  it.each([
    [
      ["--table", "poker"],
      /--table poker: no such table; known: roulette, .*big-six, .*black-jack, .*punto-y-banca, .*es-pv\/black-jack/,
    ],
    [["--table", "es-ga/black-jack"], "--table es-ga/black-jack: no such table"],
    [["--table", "black-jack", "--speed", "7"], "--speed 7: at most 6 at a card table"],
    [
      ["--table", "black-jack", "--rulebook", "cl/ruleta-francesa"],
      "--rulebook cl/ruleta-francesa: the simulated croupier plays",
    ],
  ])("%j is refused in one line", async (args, line) => {
    expectProblem(await commandHere(["start", ...args]), 2, line);
  });

  if (ALL)
    it(
      "runs until it is asked to stop, and ends without a word of its people",
      async () => {
        const table = startProcess([
          "start",
          "--table",
          "chemin-de-fer",
          "--speed",
          "6",
          "--display-port",
          "0",
          "--storage",
          temporaryFolder(),
        ]);
        onTestFinished(() => void table.child.kill("SIGKILL"));
        await table.lineWith("dealt punto ?");
        table.child.kill("SIGTERM");
        const { status, stdout, stderr } = await table.ended;
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        expect(stdout.trim().split("\n").at(-1)).toBe("stopped; journal and recording are closed");
        expect(stdout.slice(stdout.indexOf("shutdown"))).not.toContain("demonstration:");
      },
      LONG_MS,
    );
});
