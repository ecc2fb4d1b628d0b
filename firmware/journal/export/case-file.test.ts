import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  manifestOf,
  packed,
  piecesOf,
  signedAnew,
  withPiece,
  type CasePiece,
} from "../../../test/support/case-parts.ts";
import { CASE_FILES_MAX, CASE_MANIFEST, CASE_RECORDS } from "../../../src/record/case-file.ts";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { nextLine } from "../../../src/record/chain.ts";
import { LOG, ORIGIN, signerFromSeed, table, witness } from "../../../src/record/vector.fixture.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import type { CasePlan } from "./case-plan.ts";
import { CaseReader } from "../../evidence/case/case-reader.ts";
import { casePieces, keepCase, requireCaseTarget, type CaseFolders, type CaseRequest } from "./case-writer.ts";
import type { Given } from "./export.ts";
import { JournalError } from "../../files/errors.ts";
import { freshFolder, openTestStore } from "../store/journal.fixture.ts";
import type { Store } from "../store/store.ts";
import { writeGiven } from "./target-file.ts";
import { checkpointOf } from "./to-witness.ts";
import { verifyCase } from "../../evidence/case/verify-case.ts";

/** Case files of a journal: what goes in, what is refused, and what of a file that was changed is said. */

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const CODES = "c".repeat(64);
const RECORDING = `{"k":"head","options":{"codes":"${CODES}"}}\n${'{"k":"in"}\n'.repeat(40_000)}`;
const PICTURE = "a picture";
const SEALED = 3;

interface Table {
  readonly folder: string;
  readonly store: Store;
  readonly plan: CasePlan;
}

/** Records that name a recording, a picture and files that are not there. */
function played(): Table {
  const folder = freshFolder();
  for (const within of ["recordings", "pictures"]) mkdirSync(join(folder, within));
  writeFileSync(join(folder, "recordings", "wheel-000001.jsonl"), RECORDING);
  writeFileSync(join(folder, "pictures", `${sha256(PICTURE)}.png`), PICTURE);
  writeFileSync(join(folder, "wheel.json"), '{"calibration": "tirada-calibration/1"}');
  writeFileSync(join(folder, "notes.json"), '{"notes": 1}');
  writeFileSync(join(folder, "large.json"), "");
  truncateSync(join(folder, "large.json"), 20_000_000);
  const store = openTestStore(join(folder, "journal.db"));
  const commit = (fields: object): void => {
    store.commit(nextLine(store.head, { kind: "result", round: 1, ...fields }, ORIGIN));
  };
  const src = (bytes: number, text = RECORDING): object => ({
    src: { segment: "wheel-000001", bytes, sha256: sha256(text.slice(0, bytes)) },
  });
  commit({ ...src(400), picture: sha256(PICTURE) });
  commit(src(RECORDING.length));
  commit({ seen: { picture: "0".repeat(64) }, ...src(RECORDING.length) });
  // What was decided on what was sealed when the file is made.
  for (let n = 0; n < SEALED; n++) commit(src(RECORDING.length + 10, `${RECORDING}0123456789`));
  commit({ src: { segment: "gone-000001", bytes: 4, sha256: "" }, result: { picture: "1".repeat(64) } });
  const plan: CasePlan = {
    from: 0,
    to: store.head.seq - 1,
    round: null,
    releases: [{ version: "0.7.0", manifest: null }],
    rulebooks: [],
    recordings: [
      { segment: "wheel-000001", bytes: RECORDING.length },
      { segment: "gone-000001", bytes: 4 },
      { segment: "huge-000001", bytes: 1e12 },
    ],
    pictures: [sha256(PICTURE), "0".repeat(64), "1".repeat(64)],
  };
  writeFileSync(join(folder, "recordings", "huge-000001.jsonl"), "x");
  return { folder, store, plan };
}

const foldersOf = ({ folder }: Table): CaseFolders => ({
  storage: folder,
  recordings: join(folder, "recordings"),
  pictures: join(folder, "pictures"),
});

async function written(
  one: Table,
  { path = join(freshFolder(), "x.tirada-case.tar"), ...change }: Partial<CaseRequest & { path: string }> = {},
): Promise<Given & { readonly path: string }> {
  const request = { plan: one.plan, texts: [], calibrations: [], missing: [], ...change };
  requireCaseTarget({ path, replace: false });
  return { path, ...(await writeGiven(path, casePieces(one.store, request, foldersOf(one)))) };
}

const said = (path: string): string[] => {
  const reader = CaseReader.open(path);
  try {
    const { problems, notes } = verifyCase(reader, null, []);
    return [...problems.map(({ seq, what }) => `${seq ?? "-"}: ${what}`), ...notes];
  } finally {
    reader.close();
  }
};

describe("a case file", () => {
  test("holds what is there, names what is not, and verifies", async () => {
    const one = played();
    const elsewhere = join(freshFolder(), "WHEEL.json");
    writeFileSync(elsewhere, '{"calibration": "tirada-calibration/1", "other": 1}');
    const texts = [{ name: "tirada-case/rulebooks/cl/x/2023-03.yaml", text: "rules" }];
    const calibrations = [elsewhere, join(elsewhere, "none.json")];
    const made = await written(one, { texts, calibrations, missing: ["tirada-case/rulebooks/gone.yaml"] });
    const names = piecesOf(readFileSync(made.path)).map(({ name }) => name.replace("tirada-case/", ""));
    expect(names).toEqual([
      "records.tirada-export",
      "calibrations/wheel.json",
      `pictures/${sha256(PICTURE)}.png`,
      "recordings/wheel-000001.jsonl",
      "rulebooks/cl/x/2023-03.yaml",
      "manifest.json",
      "manifest.json.sig",
    ]);
    expect(manifestOf(readFileSync(made.path))).toMatchObject({ codes: [CODES], mode: "live" });
    expect(made.missing.map((name) => name.replace("tirada-case/", "")).sort()).toEqual([
      `pictures/${"0".repeat(64)}.png`,
      `pictures/${"1".repeat(64)}.png`,
      "recordings/gone-000001.jsonl",
      "recordings/huge-000001.jsonl",
      "rulebooks/gone.yaml",
    ]);
    expect(said(made.path)).toEqual([
      expect.stringMatching(/^key taken from the file itself/),
      expect.stringMatching(/^5 files were gone when it was made, and are not in it: tirada-case\/.*, …$/),
      expect.stringMatching(new RegExp(`^${SEALED} records were decided on what was sealed`)),
    ]);
  });

  test("is refused for records that are not there, too many files, and places where it may not be", async () => {
    const one = played();
    const refused = (change: Partial<CaseRequest & { path: string }>): Promise<unknown> =>
      written(one, change).then(
        () => "written",
        (error: unknown) => (error instanceof JournalError ? `${error.code}: ${error.message}` : error),
      );
    for (const [from, to] of [
      [3, 2],
      [0, 7],
    ] as const)
      expect(await refused({ plan: { ...one.plan, from, to } })).toMatch(/^refused: records .* are not all in/);
    const pictures = Array.from({ length: CASE_FILES_MAX + 1 }, (_, n) => String(n).padStart(64, "0"));
    expect(await refused({ plan: { ...one.plan, pictures } })).toMatch(
      /^refused: the case would hold 1000\d files/,
    );
    const text = "x".repeat(70 * 1024 * 1024);
    const texts = [{ name: "tirada-case/rulebooks/cl/x/2023-03.yaml", text }];
    expect(await refused({ texts })).toMatch(/^refused: 2023-03\.yaml is too large for a case file/);
    expect(await refused({ path: join(one.folder, "x.tar") })).toMatch(/is a table's storage folder/);
    expect(await refused({ path: "/nowhere/x.tar" })).toMatch(/^refused: .*\/nowhere/);
  });

  test("of the table's own lies in the storage folder; given up it leaves nothing", async () => {
    const one = played();
    const path = join(one.folder, "cases", "round-1.tar");
    const request = { plan: one.plan, texts: [], calibrations: [], missing: [], path };
    await expect(keepCase(one.store, request, foldersOf(one), () => true)).rejects.toThrow(
      /was given up: the journal closes/,
    );
    expect(readdirSync(join(one.folder, "cases"))).toEqual([]);
    const { sha256: digest } = await keepCase(one.store, request, foldersOf(one), () => false);
    expect(sha256(readFileSync(path))).toBe(digest);
  });

  test("is refused where a recording is cut short while it is read, and what a witness signs meanwhile is left out", async () => {
    const one = played();
    const request = { plan: one.plan, texts: [], calibrations: [], missing: [] };
    const cut = casePieces(one.store, request, foldersOf(one));
    const takeAll = async (pieces: typeof cut): Promise<Uint8Array> => {
      const taken: Uint8Array[] = [];
      for await (const piece of pieces) taken.push(piece);
      return Buffer.concat(taken);
    };
    expect((await cut.next()).value).toHaveLength(0); // the records are counted first
    truncateSync(join(one.folder, "recordings", "wheel-000001.jsonl"), 300_000);
    setDisk({
      ...realDisk,
      // It is cut behind the look at its length.
      statSync: ((path: string, options: { throwIfNoEntry: false }) => {
        const found = realDisk.statSync(path, options);
        if (path.endsWith("wheel-000001.jsonl")) Object.assign(found as object, { size: RECORDING.length });
        return found;
      }) as typeof realDisk.statSync,
    });
    onTestFinished(() => setDisk());
    await expect(takeAll(cut)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("changed while it was read") as string,
    });
    setDisk();
    const whole = casePieces(one.store, request, foldersOf(one));
    // The records were read once when the first bytes come.
    let first = await whole.next();
    while (first.done !== true && first.value.length === 0) first = await whole.next();
    const { size, note } = checkpointOf(one.store, one.store.head.seq);
    const line = cosignCheckpoint(note, witness, 1_700_000_000);
    one.store.cosign({ size, line: line.slice(note.length), at: "2026-11-21T10:02:00.000Z" });
    const path = join(freshFolder(), "x.tar");
    writeFileSync(path, Buffer.concat([first.value as Uint8Array, await takeAll(whole)]));
    expect(readFileSync(path, "latin1")).not.toContain(witness.verifier.name);
    expect(said(path).filter((line) => /^(?:-|\d+): /.test(line))).toEqual([]);
  });
});

describe("of a case file that was changed", () => {
  const changed = (bytes: Buffer): string => {
    const path = join(freshFolder(), "changed.tar");
    writeFileSync(path, bytes);
    return path;
  };
  const refusal = (bytes: Buffer): string => {
    try {
      return said(changed(bytes)).join("; ");
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      expect(error.message.split("\n")).toHaveLength(1);
      return error.message;
    }
  };

  test("is said what differs, where, and by whom it is", async () => {
    const one = played();
    const bytes = readFileSync((await written(one)).path);
    const anew = (
      change: (pieces: CasePiece[]) => CasePiece[],
      ...more: [] | [Parameters<typeof signedAnew>[2]]
    ): Buffer => signedAnew(change(piecesOf(bytes)), table, ...more);
    const same = (pieces: CasePiece[]): CasePiece[] => pieces;
    const piece = (name: RegExp, becomes: string) => (pieces: CasePiece[]) =>
      pieces.map((part) => (name.test(part.name) ? { ...part, bytes: Buffer.from(becomes) } : part));
    const other = signerFromSeed(LOG, "11".repeat(32));
    for (const [made, says] of [
      [anew(piece(/pictures/, "another")), /0: .*png is another picture than it names/],
      [
        anew(piece(/recordings/, `${RECORDING.slice(0, 400)}x${RECORDING.slice(401)}`)),
        /1: .*is not, in its first/,
      ],
      [
        anew((all) => all.filter(({ name }) => !name.includes("pictures"))),
        /0: .*which it names, is not in the/,
      ],
      [
        anew((all) => all.filter(({ name }) => !name.includes("recordings"))),
        /0: .*which it names, is not in the/,
      ],
      [anew(same, (manifest) => ({ ...manifest, to: 3 })), /-: the manifest says to 3, and its records 6/],
      [anew(same, (manifest) => ({ ...manifest, missing: [] })), /2: .*0\.png, which it names, is not in/],
      [
        anew(same, (manifest) => ({ ...manifest, vkey: other.verifier.vkey })),
        /-: the case file says its key is/,
      ],
      [signedAnew(piecesOf(bytes), other), /-: the signature of its manifest/],
      [
        withPiece(bytes, /pictures/, () => Buffer.from("as much..".slice(0, PICTURE.length))),
        /is not the file that/,
      ],
      [withPiece(bytes, CASE_RECORDS, (text) => text.subarray(0, -1)), /middle of a line|has \d+ bytes/],
      [anew(piece(/records/, "\xff\n")), /UTF-8|canonical/],
      [
        withPiece(bytes, CASE_MANIFEST, (text) =>
          Buffer.concat([text.subarray(0, -3), Buffer.from([0xff, 10, 10])]),
        ),
        /manifest\.json is not text in UTF-8/,
      ],
      [bytes.subarray(0, 700), /it ends at byte 700|it ends within/],
      [bytes.subarray(0, 100), /it ends at byte 100/],
      [Buffer.concat([bytes, Buffer.alloc(512)]), /does not end where its last file ends/],
    ] as const)
      expect(refusal(made)).toMatch(says);
    const many = Array.from({ length: CASE_FILES_MAX + 5 }, (_, n) => ({
      name: `tirada-case/pictures/${String(n).padStart(64, "0")}.png`,
      bytes: Buffer.alloc(0),
    }));
    expect(refusal(packed(many))).toMatch(/holds more than 10000 files/);
  });

  test("that is too large, no file, or lacks what is asked for is refused", async () => {
    const one = played();
    const { path } = await written(one);
    const reader = CaseReader.open(path);
    expect(() => reader.text("tirada-case/none")).toThrow(/holds no tirada-case\/none/);
    expect(() => [...reader.lines(`tirada-case/pictures/${sha256(PICTURE)}.png`, 5)]).toThrow(
      /line of over 5 bytes/,
    );
    expect([...reader.lines("tirada-case/recordings/wheel-000001.jsonl", 100)]).toHaveLength(40_001);
    expect(() => [...reader.lines(`tirada-case/pictures/${sha256(PICTURE)}.png`, 100)]).toThrow(
      /middle of a line/,
    );
    reader.close();
    const large = join(freshFolder(), "large");
    writeFileSync(large, "");
    truncateSync(large, 9 * 1024 ** 3);
    expect(() => CaseReader.open(large)).toThrow(/has 9663676416 bytes; at most/);
    const pipe = join(freshFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const no of [pipe, freshFolder()]) expect(() => CaseReader.open(no)).toThrow(/is no file|reading/);
    expect(() => CaseReader.open(`${path}-none`)).toThrow(/reading/);
  });
});
