import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { exportRange } from "../../firmware/journal/store/journal.fixture.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { certificateOf } from "../../firmware/journal/export/certificate-of.ts";
import { confirmRecords } from "../../firmware/journal/store/commit.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { recordsOfExport, recordsOfJournal } from "../../firmware/evidence/log/record-lines.ts";
import {
  closeBefore,
  commitSome,
  KEYS,
  openKeys,
  rotateTo,
} from "../../firmware/journal/keys/rotation.fixture.ts";
import { checkpointOf } from "../../firmware/journal/export/to-witness.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { KeyError } from "../../src/record/keys.ts";
import type { Report } from "../../src/record/report.ts";
import { parseTrust } from "../../src/record/trust.ts";
import { SEED_2, signerFromSeed, witness } from "../../src/record/vector.fixture.ts";
import { verifyCertificate } from "../../src/record/verify-certificate.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { more, runSeed, SOAK, volume } from "../support/volume.ts";

/**
 * Random flips of what says which keys a log has: a journal with rotations in two epochs and a cosignature, an export and a
 * certificate that carry them, the inspector's file of keys, his receipt. Whatever is flipped is refused or found not valid, or it
 * says the very same as before.
 */

const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tirada-key-flips-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, "log");
mkdirSync(folder);
const path = join(folder, "journal.db");
const inspector = signerFromSeed("dgoj.example/inspector-3", SEED_2, "cosignature");
const AT = "2026-11-21T10:02:00.000Z";

const store = openKeys(path);
commitSome(store, 3);
rotateTo(store, KEYS[1]);
commitSome(store, 3);
store.signCheckpointNow();
store.beginEpoch(1);
commitSome(store, 2);
closeBefore(store);
rotateTo(store, KEYS[2], "stolen");
commitSome(store, 3);
store.signCheckpointNow();
const { seq: size } = store.head;
const { note } = checkpointOf(store, size);
store.cosign({ size, line: cosignCheckpoint(note, witness, 7).slice(note.length), at: AT });
const exported = join(root, "rest.tirada-export");
await exportRange(store, { from: size - 2, to: size - 1 }, { path: exported, replace: false }, () => false);
rmSync(`${exported}.sig`);
const certificate = certificateOf(store, size - 1);
const receipt = cosignCheckpoint(note, inspector, 9);
store.close();

/** The last key, which alone is sound, and the first two as the inspector enrolled and revoked them. */
const givenKeys = `# three keys\n${KEYS[0].verifier.vkey} since 0\n${KEYS[1].verifier.vkey} since 4 revoked 11\n${KEYS[2].verifier.vkey} since 11\n`;
const given = { keys: givenKeys, witnesses: [witness.verifier.vkey] };

type Outcome = "refused" | "same" | "accepted";

const flipped = (bytes: Buffer, random: RandomSource): Buffer => {
  const made = Buffer.from(bytes);
  const at = random.below(made.length);
  made[at] = (made[at] ?? 0) ^ (1 << random.below(8));
  return made;
};

/** Runs what may refuse in one line; any other error is a defect. */
function refusedOr(act: () => Outcome): Outcome {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof JournalError || error instanceof KeyError)) throw error;
    expect(error.message).not.toContain("\n");
    return "refused";
  }
}

const linesOf = (lines: Iterable<Uint8Array>): string[] => [...lines].map((line) => sha256Hex(line));

/**
 * A cosignature that is not recognized any more is one of somebody unknown, and counts for nothing: what is said without it is said by
 * the table all the same. Every other difference is believed wrongly.
 */
function outcomeOf(report: Report, lines: () => readonly string[], whole: Said): Outcome {
  if (!report.ok) return "refused";
  const now = saidBy(report, lines());
  const isWitnessed = now.witnessed.every((one) => whole.witnessed.includes(one));
  return now.records === whole.records && isWitnessed ? "same" : "accepted";
}

interface Said {
  readonly records: string;
  readonly witnessed: readonly string[];
}

function saidBy({ log, keys, firstSeq, lastSeq, witnessed }: Report, lines: readonly string[]): Said {
  return {
    records: JSON.stringify({ log, keys, firstSeq, lastSeq, lines }),
    witnessed: witnessed.map((one) => JSON.stringify(one)),
  };
}

const copy = join(root, "copy");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => statSync(join(folder, name)).isFile() && statSync(join(folder, name)).size > 0)
  .sort();
cpSync(folder, copy, { recursive: true });
const copied = join(copy, "journal.db");
const journalLines = (): string[] => linesOf(recordsOfJournal(copied).lines);
const exportLines = (file: string) => (): string[] => linesOf(recordsOfExport(file).lines);
const certified = (json: string, proof: string): Report =>
  verifyCertificate({ json, proof }, parseTrust(givenKeys), [witness.verifier]);
const whole = {
  journal: saidBy(verifyPath(copied, given), journalLines()),
  export: saidBy(verifyPath(exported, given), exportLines(exported)()),
  certificate: saidBy(certified(certificate.json, certificate.proof), [certificate.json]),
};

/** What is flipped, and what becomes of it. */
const ATTACKS: readonly (readonly [what: string, times: number, attack: (random: RandomSource) => Outcome])[] =
  [
    [
      "a journal",
      volume(more(25, 60), 30_000),
      (random) => {
        const name = random.pick(files);
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(copy, name), flipped(bytes, random));
        const outcome = refusedOr(() => outcomeOf(verifyPath(copied, given), journalLines, whole.journal));
        writeFileSync(join(copy, name), bytes);
        return outcome;
      },
    ],
    [
      "an export",
      volume(more(25, 60), 30_000),
      (random) => {
        const made = join(root, "flipped.tirada-export");
        writeFileSync(made, flipped(readFileSync(exported), random));
        return refusedOr(() => outcomeOf(verifyPath(made, given), exportLines(made), whole.export));
      },
    ],
    [
      "a certificate",
      volume(more(25, 60), 20_000),
      (random) => {
        const isProof = random.oneIn(2);
        const { json, proof } = certificate;
        const made = flipped(Buffer.from(isProof ? proof : json), random).toString("latin1");
        try {
          const report = isProof ? certified(json, made) : certified(made, proof);
          return outcomeOf(report, () => [isProof ? json : made], whole.certificate);
        } catch (error) {
          expect(String(error)).toMatch(/^CertificateError: .+$/);
          return "refused";
        }
      },
    ],
    [
      "a file of keys",
      volume(more(25, 60), 10_000),
      (random) =>
        refusedOr(() => {
          const made = parseTrust(flipped(Buffer.from(givenKeys), random).toString("latin1"));
          const own = new Set(KEYS.map(({ verifier }) => verifier.vkey));
          // The numbers are the inspector's own; no key is another one than he wrote.
          return made.every(({ verifier }) => own.has(verifier.vkey)) ? "same" : "accepted";
        }),
    ],
    [
      "a receipt",
      volume(more(25, 60), 10_000),
      (random) =>
        refusedOr(() => {
          const made = flipped(Buffer.from(receipt), random).toString("latin1");
          const { size: confirmed, by } = confirmRecords(again, [inspector.verifier.vkey], made, AT);
          return made === receipt && confirmed === size && by === inspector.verifier.name ? "same" : "accepted";
        }),
    ],
  ];
const takes = join(root, "takes-receipts");
cpSync(folder, takes, { recursive: true });
const again = openKeys(join(takes, "journal.db"));
afterAll(() => again.close());

test("whole, all of it is valid", () => {
  for (const { ok, problems, keys, witnessed } of [
    verifyPath(copied, given),
    verifyPath(exported, given),
    certified(certificate.json, certificate.proof),
  ])
    expect({ ok, problems, keys, witnessed }).toMatchObject({
      ok: true,
      problems: [],
      keys: { length: 3 },
      witnessed: { length: 1 },
    });
  expect(confirmRecords(again, [inspector.verifier.vkey], receipt, AT)).toEqual({
    size,
    by: inspector.verifier.name,
  });
});

test.each(ATTACKS)(
  "%s: none of %i flipped bits is believed",
  (what, times, attack) => {
    const count: Record<Outcome, number> = { refused: 0, same: 0, accepted: 0 };
    for (let n = 0; n < times; n++) {
      const seed = `${runSeed(`key flips of ${what}`)}/${n}`;
      const outcome = attack(randomFrom(seed));
      expect(outcome, seed).not.toBe("accepted");
      count[outcome]++;
    }
    // Much of a journal's file is empty: what is flipped there says nothing.
    expect(count.refused).toBeGreaterThan(times / 10);
    if (SOAK) process.stdout.write(`flips of ${what}: ${JSON.stringify(count)}\n`);
  },
  7_200_000,
);
