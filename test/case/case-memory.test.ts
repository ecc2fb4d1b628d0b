import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CASE_BYTES_MAX,
  CASE_MANIFEST,
  CASE_RECORDINGS,
  CASE_RECORDS,
  CASE_SIGNATURE,
  caseManifestText,
  mostBytes,
} from "../../src/record/case-file.ts";
import { EVIDENCE_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { TAR_BLOCK, TAR_END, tarHeader, tarPadding } from "../../src/record/tar.ts";
import { LOG, SEED_1, signerFromSeed, vectorLines } from "../../src/record/vector.fixture.ts";
import { manifestOf, piecesOf } from "../support/case-parts.ts";
import { temporaryFolder } from "../support/folder.ts";
import { caseFileOf } from "../support/inspector-case-files.ts";
import { volume } from "../support/volume.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** A case file of any size that is allowed is verified in the memory of one piece: a larger one takes no more than a small one. */

const ROOT = new URL("../../", import.meta.url).pathname;
/** Old generation of the process that verifies, megabytes. */
const HEAP = 64;
/**
 * What a larger file may add to all resident memory, megabytes: pieces of 1 MB that were read and are not yet collected. How much Node
 * with tirada takes before it reads anything differs between machines, and is in both.
 */
const GROWTH = 64;
const FILE = mostBytes(`${CASE_RECORDINGS}wheel-000001.jsonl`);
const signer = signerFromSeed(LOG, SEED_1);

/** A case file with as many recordings of the largest length as it has room for, all of zeros that take no place on the disk. */
function writeLarge(path: string, recordings: number): void {
  const small = caseFileOf(vectorLines(), signer, 1_795_255_320);
  const records = piecesOf(small).find(({ name }) => name === CASE_RECORDS)?.bytes ?? Buffer.alloc(0);
  const zeros = createHash("sha256").update(Buffer.alloc(FILE)).digest("hex");
  const large = Array.from({ length: recordings }, (_, at) => ({
    name: `${CASE_RECORDINGS}wheel-${String(at + 1).padStart(6, "0")}.jsonl`,
    bytes: FILE,
    sha256: zeros,
  }));
  const sha256 = createHash("sha256").update(records).digest("hex");
  const files = [{ name: CASE_RECORDS, bytes: records.length, sha256 }, ...large];
  const manifest = Buffer.from(caseManifestText({ ...manifestOf(small), files }));
  const signature = signSsh(createHash("sha512").update(manifest).digest(), EVIDENCE_NAMESPACE, signer);
  const fd = openSync(path, "w");
  let at = 0;
  const add = (name: string, bytes: number, content: Uint8Array | null): void => {
    writeSync(fd, tarHeader({ name, bytes }), 0, TAR_BLOCK, at);
    if (content !== null) writeSync(fd, content, 0, content.length, at + TAR_BLOCK);
    at += TAR_BLOCK + bytes + tarPadding(bytes);
  };
  add(CASE_RECORDS, records.length, records);
  for (const { name, bytes } of large) add(name, bytes, null);
  add(CASE_MANIFEST, manifest.length, manifest);
  add(CASE_SIGNATURE, Buffer.byteLength(signature), Buffer.from(signature));
  ftruncateSync(fd, at + TAR_END);
  closeSync(fd);
}

function verified(path: string): {
  readonly status: number | null;
  readonly says: string;
  readonly megabytes: number;
} {
  const peak = `${path}.peak`;
  const note = `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...NODE_OPTIONS,
      `--max-old-space-size=${HEAP}`,
      "--import",
      `data:text/javascript,${encodeURIComponent(note)}`,
      join(ROOT, "bin/tirada.mjs"),
      "verify",
      path,
      "--vkey",
      signer.verifier.vkey,
    ],
    { encoding: "utf8", env: { ...process.env, NODE_NO_WARNINGS: "1" } },
  );
  return { status, says: stdout + stderr, megabytes: Number(readFileSync(peak, "utf8")) / 1_024 };
}

test("a case file is verified in little memory, however large it may be", () => {
  const folder = temporaryFolder();
  // As many as the largest case file has room for, beside its records and manifest.
  const most = Math.floor((CASE_BYTES_MAX - 8 * 1024 * 1024) / (FILE + TAR_BLOCK));
  const [small, large] = [1, volume(5, most)].map((recordings) => {
    const path = join(folder, `${recordings}.tirada-case.tar`);
    writeLarge(path, recordings);
    expect(statSync(path).size).toBeGreaterThan(recordings * FILE);
    const { status, says, megabytes } = verified(path);
    expect(says).toMatch(new RegExp(`^VALID {2}case of ${LOG}`));
    expect(status).toBe(0);
    return megabytes;
  });
  expect((large ?? Infinity) - (small ?? 0)).toBeLessThan(GROWTH);
}, 600_000);
