import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { CASE_MANIFEST, CASE_RECORDS, CASE_SIGNATURE } from "../../src/record/case-file.ts";
import {
  manifestOf,
  piecesOf,
  signedAnew,
  signerOf,
  signersLine,
  withPiece,
  type CasePiece,
} from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { expectProblem } from "../support/problem.ts";
import type { Ended } from "../support/table-process.ts";
import { LOG } from "../support/unit-here.ts";
import { volume, sampleInAll } from "../support/volume.ts";

/** Case files of tables of every family, as a person asks for them: written, opened with plain commands, verified, judged again. */

const left = await leftTables(volume(["stopped"], ["stopped", "killed"]));
afterAll(left.remove);

interface Written {
  readonly storage: string;
  readonly file: string;
  readonly said: Ended;
}

async function written(one: LeftTable, words: readonly string[] = [], storage = one.copy()): Promise<Written> {
  const file = join(storage, "..", `${one.name}-${words.join("-")}.tirada-case.tar`);
  const said = await commandHere(["export", file, "--case", "--replace", "--storage", storage, ...words]);
  return { storage, file, said };
}

async function judged(
  file: string,
  ...words: readonly string[]
): Promise<Ended & { found: Record<string, unknown> }> {
  const ended = await commandHere(["rejudge", file, "--json", ...words]);
  const found = ended.stdout === "" ? {} : (JSON.parse(ended.stdout) as Record<string, unknown>);
  return { ...ended, found };
}

describe.each(sampleInAll(left.tables, 1, "case files"))("a case of $name", (one: LeftTable) => {
  let whole: Written;
  let bytes: Buffer;
  beforeAll(async () => {
    whole = await written(one);
    bytes = readFileSync(whole.file);
  });
  /** The case file changed; what is left of it is looked at by `rejudge`. */
  const changed = (made: Buffer): string => {
    const file = join(temporaryFolder(), "changed.tirada-case.tar");
    writeFileSync(file, made);
    return file;
  };
  const resigned = (change: (pieces: CasePiece[]) => readonly CasePiece[]): Buffer =>
    signedAnew(change(piecesOf(bytes)), signerOf(whole.storage, LOG));

  test("is written, verifies, and every record is judged again as it was signed", async () => {
    expect(whole.said).toMatchObject({ status: 0, stderr: "" });
    const verified = await commandHere(["verify", whole.file, "--json"]);
    expect(verified.status).toBe(0);
    const records = manifestOf(bytes).to + 1;
    expect(JSON.parse(verified.stdout)).toMatchObject({ subject: "case", valid: true, mode: "test", records });
    const { status, found } = await judged(whole.file);
    expect(status).toBe(0);
    expect(found).toMatchObject({ verdict: "same", difference: null, recordings: 2 });
    // The very last records of a card table may be under a seal still.
    expect(records - Number(found["same"])).toBeLessThanOrEqual(one.name.startsWith("cards") ? 1 : 0);
  });

  test("is the same bytes each time, and opens with plain commands", async () => {
    const again = await written(one, ["--from", "0"], whole.storage);
    expect(readFileSync(again.file).equals(bytes)).toBe(true);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "signers"), signersLine(signerOf(whole.storage, LOG).verifier));
    const script = `
      tar -xf '${whole.file}' && cd tirada-case
      jq -r '.files[] | .sha256 + "  ../" + .name' manifest.json | sha256sum --strict --quiet -c
      ssh-keygen -Y verify -f ../signers -I ${LOG} -n tirada-evidence -s manifest.json.sig < manifest.json`;
    const out = execFileSync("bash", ["-ec", script], { cwd: folder, encoding: "utf8" });
    expect(out).toContain(`Good "tirada-evidence" signature for ${LOG}`);
  });

  test("of one round holds that round alone", async () => {
    const round = 1;
    const { file, said } = await written(one, ["--round", String(round)]);
    expect(said).toMatchObject({ status: 0, stderr: "" });
    const { from, to } = manifestOf(readFileSync(file));
    const own = signedIn(bytes).flatMap((record) => (record.round === round ? [record.seq] : []));
    expect({ from, to }).toEqual({ from: Math.min(...own), to: Math.max(...own) });
    expect((await judged(file)).found).toMatchObject({ verdict: "same" });
  });

  test("with one sensor entry altered and nothing signed again is refused", async () => {
    const file = changed(
      withPiece(bytes, /recordings\//, (piece) => flipped(piece, piece.lastIndexOf('"in"') + 40)),
    );
    const { status, found } = await judged(file);
    expect({ status, found }).toMatchObject({ status: EXIT.notValid, found: { verdict: "not-valid" } });
    expect(JSON.stringify(found)).toMatch(/recordings\/\w+-\d+\.jsonl is not the file that its manifest names/);
  });

  test("with one line of the rulebook altered and nothing signed again is refused", async () => {
    const file = changed(withPiece(bytes, /rulebooks\//, (piece) => flipped(piece, piece.length - 20)));
    expect((await judged(file)).status).toBe(EXIT.notValid);
  });

  test("whose recording was altered and signed anew is refused by its own records", async () => {
    const alter = (pieces: CasePiece[]): CasePiece[] =>
      pieces.map((piece) =>
        piece.name.includes("/recordings/")
          ? { ...piece, bytes: flipped(piece.bytes, piece.bytes.lastIndexOf('"k":"in"') + 45) }
          : piece,
      );
    const { status, found } = await judged(changed(resigned(alter)));
    expect(status).toBe(EXIT.notValid);
    expect(JSON.stringify(found)).toMatch(/is not, in its first \d+ bytes, what this record came from/);
  });

  test("without a recording, a rulebook, or of another release cannot be judged", async () => {
    const without = (what: string): Buffer =>
      signedAnew(
        piecesOf(bytes).filter(({ name }) => !name.includes(what)),
        signerOf(whole.storage, LOG),
        (manifest) => ({
          ...manifest,
          missing: [...manifest.missing, ...(what === "/recordings/" ? recordingsIn(bytes) : [])],
        }),
      );
    expectProblem(
      await commandHere(["rejudge", changed(without("/rulebooks/"))]),
      EXIT.usage,
      /rulebook .* is not in it/,
    );
    const gone = await commandHere(["rejudge", changed(without("/recordings/"))]);
    expectProblem(gone, EXIT.usage, /the recording \S+ is not in/);
    const older = signedAnew(piecesOf(bytes), signerOf(whole.storage, LOG), (manifest) => ({
      ...manifest,
      releases: [{ version: "0.6.9", manifest: null }],
    }));
    expectProblem(
      await commandHere(["rejudge", changed(older)]),
      EXIT.usage,
      /made by release 0\.6\.9 \(from its source\), and this is .*--release/,
    );
    const folder = temporaryFolder();
    const named = ["rejudge", changed(older), "--release", folder];
    expectProblem(await commandHere(named), EXIT.usage, /is no folder of a release/);
    writeFileSync(join(folder, "package.json"), '{"name":"tirada","version":"0.6.8"}');
    expectProblem(
      await commandHere(named),
      EXIT.usage,
      /is release 0\.6\.8 \(from its source\), and .* by 0\.6\.9/,
    );
    writeFileSync(join(folder, "package.json"), '{"name":"tirada","version":"0.6.9"}');
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "tirada.mjs"), "process.exit(process.argv[2] === 'rejudge' ? 6 : 1)");
    expect((await commandHere(named)).status).toBe(EXIT.notValid);
  });
});

const flipped = (bytes: Buffer, at: number): Buffer => {
  const made = Buffer.from(bytes);
  made[at] = (made[at] ?? 0) ^ 1;
  return made;
};

const recordingsIn = (bytes: Buffer): string[] =>
  piecesOf(bytes).flatMap(({ name }) => (name.includes("/recordings/") ? [name] : []));

function signedIn(bytes: Buffer): readonly { readonly seq: number; readonly round?: number }[] {
  const records = piecesOf(bytes).find(({ name }) => name === CASE_RECORDS);
  const lines = (records?.bytes.toString("utf8") ?? "")
    .split("\n")
    .filter((line) => line.startsWith('{"line"'));
  return lines.map((line) => JSON.parse((JSON.parse(line) as { line: string }).line) as { seq: number });
}

describe("a case file is refused", () => {
  const [table] = left.tables;
  const asked = (...words: string[]): Promise<Written> => written(table!, words);

  test.each([
    [["--round", "99"], /the journal has no round 99/],
    [["--round", "1", "--from", "0"], /either --round/],
    [["--from", "9", "--to", "8"], /records 9 to 8/],
    [["--to", "9999"], /the journal has 0 to/],
  ])("for %j", async (words, says) => {
    const { said } = await asked(...words);
    expectProblem(said, EXIT.usage, says);
  });

  test("without --case for a round, in a storage folder, and over another file", async () => {
    const storage = table!.copy();
    const file = join(storage, "..", "plain.tirada-export");
    const plain = await commandHere(["export", file, "--round", "1", "--storage", storage]);
    expectProblem(plain, EXIT.usage, /--round needs --case/);
    const inside = await commandHere(["export", join(storage, "x.tar"), "--case", "--storage", storage]);
    expectProblem(inside, EXIT.usage, /is a table's storage folder/);
    writeFileSync(file, "letters");
    const over = await commandHere(["export", file, "--case", "--storage", storage, "--replace"]);
    expectProblem(over, EXIT.usage, /it is not a case file/);
    rmSync(file);
  });

  test("by rejudge when it is none", async () => {
    const file = join(temporaryFolder(), "x");
    writeFileSync(file, "no case");
    expectProblem(await commandHere(["rejudge", file]), EXIT.usage, /is no case file/);
    appendFileSync(file, "");
    expectProblem(await commandHere(["rejudge", `${file}-gone`]), EXIT.usage, /reading/);
    expect([CASE_MANIFEST, CASE_RECORDS, CASE_SIGNATURE].every((name) => name.startsWith("tirada-case/"))).toBe(
      true,
    );
  });
});
