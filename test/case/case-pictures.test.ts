import { expect, test } from "vitest";
import { CaseContents } from "../../firmware/evidence/case/case-contents.ts";
import { CasePictures } from "../../firmware/replay/case-pictures.ts";
import { calibrationText, digestOf } from "../../src/dice/calibration/schema.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { CASE_CALIBRATIONS, CASE_PICTURES } from "../../src/record/case-file.ts";
import type { LineFacts } from "../../src/record/chain.ts";
import { LOG, SEED_1, signerFromSeed, vectorLines } from "../../src/record/vector.fixture.ts";
import type { SegmentHead } from "../../src/recording/entry.ts";
import { piecesOf, signedAnew } from "../support/case-parts.ts";
import { renderThrow } from "../support/rendered-throw.ts";
import { SOAK } from "../support/volume.ts";
import { caseFileOf } from "../support/inspector-case-files.ts";

/** Evidence pictures in a case file, rendered and read again by the eye's own readers. */

const { calibration, lay, png } = await renderThrow();

/** The case of a throw whose record says these faces, with its picture and, where it is kept, the eye's calibration. */
async function reread(
  faces: readonly DieFace[],
  { isCalibrated = true, bytes = png } = {},
): Promise<{ readonly same: number; readonly notes: readonly string[]; readonly judged: string | null }> {
  const signer = signerFromSeed(LOG, SEED_1);
  const picture = sha256Hex(bytes);
  const [records, ...rest] = piecesOf(caseFileOf(vectorLines(), signer, 1_795_255_320));
  const calibrated = {
    name: `${CASE_CALIBRATIONS}arena.json`,
    bytes: Buffer.from(calibrationText(calibration)),
  };
  const pieces = [
    records!,
    ...(isCalibrated ? [calibrated] : []),
    { name: `${CASE_PICTURES}${picture}.png`, bytes },
    ...rest.slice(-2),
  ];
  const file = signedAnew(pieces, signer);
  const contents = new CaseContents("case", {
    size: file.length,
    read: (at, count) => file.subarray(at, at + count),
  });
  const pictures = new CasePictures(contents);
  const fields = { kind: "result", result: { faces, lay, picture } };
  const facts = { seq: 1, fields } as unknown as LineFacts;
  const head = { options: { "eye.digest": digestOf(calibration) } } as unknown as SegmentHead;
  const found = await pictures.difference(facts, head, "pips");
  return { same: pictures.same, notes: pictures.notes(), judged: found === null ? null : found.judged };
}

test("are read as the record has them, with the calibration of the eye", async () => {
  expect(await reread(["2", "5", "6"])).toEqual({ same: 1, notes: [], judged: null });
});

test("show a die that the record has otherwise", async () => {
  expect(await reread(["2", "5", "5"])).toMatchObject({ same: 0, judged: '["2","5","6"]' });
});

// Without a calibration the readers look for dice of every size: a quarter of a minute.
if (SOAK)
  test("show no other die without the calibration, and it is said that they were read so", async () => {
    const { judged, notes } = await reread(["2", "5", "6"], { isCalibrated: false });
    expect(judged).toBeNull();
    expect(notes.join()).toContain("without the calibration of their eye");
  });

test("that cannot be read are a difference", async () => {
  const cut = await reread(["2", "5", "6"], { bytes: png.subarray(0, 200) });
  expect(cut).toMatchObject({ same: 0, judged: "no picture that can be read" });
});
