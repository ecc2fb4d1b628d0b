import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashedRecords } from "../../firmware/evidence/log/record-lines.ts";
import { EXIT } from "../../firmware/problem.ts";
import { RecallWindow } from "../../src/analysis/recall.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { familyOf } from "../../src/table/kernel/families.ts";
import { LOCUTOR } from "../support/bingo-hall.ts";
import { BingoGames } from "../support/bingo-folder.ts";
import { commandHere } from "../support/command.ts";

/** Every command that reads what a table signed, on a hall of bingo: none of them has a word of its own about it. */

const RULEBOOK = "es-cb/bingo";
const out = mkdtempSync(join(tmpdir(), "tirada-bingo-"));
afterAll(() => rmSync(out, { recursive: true }));
const at = (name: string): string => join(out, name);
let folder = "";
let winner = "";
let firstBall = 0;

beforeAll(async () => {
  const games = new BingoGames(RULEBOOK, "evidence");
  games.play();
  firstBall = games.hall.durable.balls?.game?.balls[0]?.number ?? 0;
  const bingo = games.hall.durable.balls?.game?.bingo[0];
  winner = `bingo ${bingo?.series} ${bingo?.card}`;
  games.play({
    3: (hall) => hall.must({ key: "misannounced", round: 2, n: 3, said: firstBall }, LOCUTOR),
    9: (hall) => hall.must({ key: "void", round: 2, rule: "ball-missing" }),
  });
  games.press({ key: "write-acta", round: 1, about: "takings", says: "120,00" });
  for (let n = 3; n <= 12; n++) games.play();
  games.press({ key: "close-table" });
  folder = await games.store(join(out, "table"));
});

const run = async (...words: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await commandHere([...words]);
  expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: "" });
  return stdout;
};

describe("a hall of bingo", () => {
  it("is verified, exported, taken as a case and judged again", async () => {
    expect(await run("verify", folder)).toMatch(/VALID {2}journal/);
    await run("export", at("hall.tirada-export"), "--storage", folder);
    expect(await run("verify", at("hall.tirada-export"))).toMatch(/VALID {2}export/);
    await run("export", at("hall.tirada-case.tar"), "--case", "--storage", folder);
    await run("export", at("two.tirada-case.tar"), "--case", "--round", "2", "--storage", folder);
    expect(await run("verify", at("two.tirada-case.tar"))).toMatch(/VALID {2}case/);
    expect(await run("rejudge", at("hall.tirada-case.tar"))).toMatch(
      /SAME {2}case of .*judged again from 1 recordings/,
    );
    expect(await run("rejudge", at("two.tirada-case.tar"))).toMatch(/SAME {2}case/);
  });

  it("is searched by a ball, by a card that won, by a rule and by a person", async () => {
    expect(await run("find", folder, "--number", String(firstBall))).toMatch(
      new RegExp(`round 1 +ball +1: ${firstBall}\\n`),
    );
    expect(await run("find", folder, "--number", winner)).toMatch(
      new RegExp(`round 1 +result .*${winner}.* \\d+ balls · certified`),
    );
    expect(await run("find", folder, "--reason", "ball-missing")).toMatch(/round 2 +void/);
    expect(await run("find", folder, "--person", "Leo", "--kind", "key")).toMatch(
      /call-card bingo A \d+ · Leo/,
    );
  });

  it("is counted: its games, and the balls of those that were played to their end", async () => {
    const report = JSON.parse(await run("analyse", folder, "--json")) as {
      readonly rounds: number;
      readonly sections: readonly { readonly id: string; readonly rows: readonly (readonly unknown[])[] }[];
    };
    const rowsOf = (id: string): readonly (readonly unknown[])[] =>
      report.sections.find((one) => one.id === id)?.rows ?? [];
    expect(report.rounds).toBe(12);
    expect(rowsOf("balls")).toHaveLength(90);
    expect(rowsOf("balls").reduce((sum, [, count]) => sum + Number(count), 0)).toBe(11 * 15);
    expect(rowsOf("ball-sets")).toMatchObject([[1, 11, 1_499, expect.any(Number), 89, null]]);
    expect(await run("analyse", folder, "--lang", "eu")).toContain("Bolak zenbakika");
  });

  it("gives out actas, each edition, that are found out when a byte of them or of the records is another", async () => {
    await run("export", at("acta.pdf"), "--acta", "--round", "1", "--storage", folder);
    await run(
      "export",
      at("first.pdf"),
      "--acta",
      "--round",
      "1",
      "--edition",
      "1",
      "--storage",
      folder,
      "--lang",
      "gl",
    );
    await run("export", at("session.pdf"), "--acta", "--storage", folder);
    for (const file of ["acta.pdf", "first.pdf", "session.pdf"])
      expect(await run("verify", at(file), "--against", at("hall.tirada-export"))).toMatch(
        /VALID {2}acta .*\n.*\n.*made again of .*: the same, byte by byte/,
      );
    expect(await run("verify", at("first.pdf"))).toContain("round 1, edition 1");
    expect(readFileSync(at("acta.pdf"), "latin1")).toContain("(120,00)");
    expect(readFileSync(at("first.pdf"), "latin1")).not.toContain("(120,00)");
    const forged = readFileSync(at("acta.pdf"), "latin1").replace("(120,00)", "(920,00)");
    writeFileSync(at("forged.pdf"), forged, "latin1");
    expect(await commandHere(["verify", at("forged.pdf")])).toMatchObject({
      status: EXIT.notValid,
      stdout: expect.stringContaining("the file is not what was signed") as string,
    });
    const again = ["export", at("acta.pdf"), "--acta", "--round", "1", "--storage", folder];
    expect(await commandHere(again)).toMatchObject({ status: EXIT.usage });
    await run(...again, "--replace");
    for (const [words, says] of [
      [["--round", "99"], "round 99 is no game of balls"],
      [["--round", "1", "--edition", "7"], "there is no edition 7"],
      [["--edition", "1"], "say which with --round"],
      [["--case"], "--acta goes with"],
    ] as const) {
      const said = await commandHere(["export", at("none.pdf"), "--acta", "--storage", folder, ...words]);
      expect(said).toMatchObject({ status: EXIT.usage, stderr: expect.stringContaining(says) as string });
    }
  });

  it("is recalled: the last ten games with their balls and what was called", () => {
    const window = new RecallWindow();
    for (const { fields } of hashedRecords(folder)) window.addRecord(fields);
    const { pack } = loadPack(RULEBOOK);
    const words = recallWords({ pack, rules: { family: familyOf(pack) } });
    const { rounds, steps, leftOut } = window.recall(12, words, "es");
    expect(rounds.map(({ round }) => round)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(rounds.find(({ round }) => round === 2)?.end).toBe("void");
    expect(rounds[0]?.result).toMatch(/^Bingo: A \d+.* · Línea: A \d+/);
    expect(leftOut).toBe(0);
    expect(steps.filter(({ kind }) => kind === "ball").map(({ title }) => title)[0]).toMatch(
      /^Bola n\.º 1: \d+$/,
    );
    const result = steps.find(({ kind }) => kind === "result");
    expect(result?.lines[0]).toMatch(/^\d+ bolas: \d+( \d+)+$/);
    expect(steps.find(({ kind }) => kind === "card-check")?.title).toMatch(/^Línea · cartón A \d+: correcto$/);
    const sold = steps.find(({ title }) => /anuncia lo vendido/i.test(title));
    expect(sold?.lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^serie A, del \d+ al \d+$/), "Recaudado: 400,00"]),
    );
  });
});
