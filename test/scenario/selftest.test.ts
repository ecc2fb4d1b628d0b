import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { examineRulebooks } from "../../firmware/care/self-examination/examine-rulebooks.ts";
import {
  differencesBetween,
  heldFiles,
  readSet,
  SET_FILE,
} from "../../firmware/care/self-examination/release-set.ts";
import {
  manifestText,
  MANIFEST_FILE,
  readManifest,
  type ReleaseManifest,
} from "../../firmware/delivery/releases/manifest.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { EXIT } from "../../firmware/problem.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { readSelfExamination } from "../../src/record/self-examination.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { builtRelease, copyOfSlot, ROOT, type BuiltRelease } from "../support/built-release.ts";
import { temporaryFolder } from "../support/folder.ts";
import { unitHere } from "../support/unit-here.ts";
import { runSeed, volume } from "../support/volume.ts";

/** An installed release examines itself, as its user calls it, and finds what was changed in it by somebody who wrote its manifest anew. */

const WORD = "Zk41oPq7Lm20Xs93";
const MINUTES = 60_000;

let release: BuiltRelease;
let storage: string;
beforeAll(async () => {
  release = await builtRelease();
  storage = mkdtempSync(join(tmpdir(), "tirada-selftest-"));
  const here = await unitHere(storage, tableSetup("cl/ruleta-francesa", "cammegh-ss2", [], {}));
  await here.unit.stop("the test is over");
}, 15 * MINUTES);
afterAll(() => rmSync(storage, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly out: string;
}
function tirada(slot: string, ...words: readonly string[]): Ran {
  const args = [...NODE_OPTIONS, join(slot, "bin/tirada.mjs"), ...words];
  const { status, stdout, stderr } = spawnSync(join(slot, "runtime/bin/node"), args, { encoding: "utf8" });
  return { status, out: `${stdout}${stderr}` };
}

it("passes as it was built, and its outcome is signed by the table's key", { timeout: 5 * MINUTES }, () => {
  const file = join(temporaryFolder(), "mesa.tirada-selftest");
  const ran = tirada(release.slot, "selftest", "--full", "--storage", storage, "--out", file, "--word", WORD);
  expect(ran).toMatchObject({ status: 0 });
  expect(ran.out).toMatch(/^rulebooks: \d+ tried, all as they must be$/m);
  expect(ran.out).toMatch(/^passed: the program does what its release says$/m);

  const [, vkey = ""] = /signed by (\S+)/.exec(ran.out) ?? [];
  const verified = tirada(release.slot, "verify", file, "--vkey", vkey);
  expect(verified).toMatchObject({ status: 0 });
  expect(verified.out).toMatch(/^VALID {2}self-examination of /);
  expect(verified.out).toContain(`  word ${WORD}`);
  expect(verified.out).toContain(release.known.digest);

  // A letter that is another one, and the key of another table.
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(WORD, WORD.toLowerCase()));
  expect(tirada(release.slot, "verify", file, "--vkey", vkey)).toMatchObject({ status: EXIT.notValid });
  const read = readSelfExamination(text, []);
  expect(read).toMatchObject({ problems: [expect.stringMatching(/none of the keys that were given/)] });
});

/** A file of a release that is changed in one place, and how. */
interface Change {
  readonly path: string;
  readonly bytes: Buffer;
}

const KINDS = ["case", "pack", "weight"] as const;
type Kind = (typeof KINDS)[number];

/** One value of a file of rulebooks, one of a file of cases, or one bit of a weight. */
function changeOf(root: string, kind: Kind, random: RandomSource): Change {
  if (kind === "weight") return weightChange(root, random);
  const paths = globSync("src/rules/data/**/*.yaml", { cwd: root })
    .filter((path) => path.endsWith(".cases.yaml") === (kind === "case") && !path.includes("/translations/"))
    .sort();
  for (;;) {
    const path = random.pick(paths);
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    const at = random.below(lines.length);
    const changed = changedLine(lines[at] ?? "", random);
    if (changed !== null) return { path, bytes: Buffer.from(lines.with(at, changed).join("\n")) };
  }
}

/** A number that is another one, or yes and no exchanged; null: the line has neither. */
function changedLine(line: string, random: RandomSource): string | null {
  const [said = ""] = line.split("#", 1);
  const found = [...said.matchAll(/\b\d{1,4}\b|\b(?:true|false|yes|no)\b/g)];
  if (found.length === 0) return null;
  const { 0: word, index } = random.pick(found);
  const opposite = { true: "false", false: "true", yes: "no", no: "yes" }[word] ?? String(Number(word) + 1);
  return line.slice(0, index) + opposite + line.slice(index + word.length);
}

function weightChange(root: string, random: RandomSource): Change {
  const path = `src/dice/reading/network/weights/${random.pick(["pips-a", "pips-b", "symbols"])}.bin`;
  const bytes = readFileSync(join(root, path));
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return { path, bytes };
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The release with a change, and its manifest written anew by whoever made it: for `release check` it is in order. */
function forgedSlot(changes: readonly Change[]): string {
  const slot = copyOfSlot(release, temporaryFolder());
  const manifest = JSON.parse(readFileSync(join(slot, MANIFEST_FILE), "utf8")) as ReleaseManifest;
  for (const { path, bytes } of changes) writeFileSync(join(slot, path), bytes);
  const files = manifest.files.map((file) => {
    const change = changes.find(({ path }) => path === file.path);
    return change === undefined ? file : { ...file, bytes: change.bytes.length, sha256: sha256(change.bytes) };
  });
  const text = manifestText({ ...manifest, files });
  writeFileSync(join(slot, MANIFEST_FILE), text);
  const forged = join(dirname(slot), readManifest(text, "the manifest").digest);
  renameSync(slot, forged);
  return forged;
}

it.each(KINDS)(
  "fails where one %s is another, though the manifest was written anew",
  { timeout: 5 * MINUTES },
  (kind) => {
    const change = changeOf(release.slot, kind, randomFrom(runSeed(`selftest ${kind}`)));
    const forged = forgedSlot([change]);
    expect(tirada(forged, "release", "check")).toMatchObject({ status: 0 });
    const ran = tirada(forged, "selftest", "--full", "--storage", storage);
    expect(ran).toMatchObject({ status: EXIT.release });
    expect(ran.out).toContain(`  ${change.path}: not as the release has it`);
    expect(ran.out).toMatch(/NOT PASSED: install the release again$/m);
  },
);

it(
  "finds a rule that says otherwise by the cases alone, where its own set was written anew too",
  { timeout: 5 * MINUTES },
  () => {
    const path = "src/rules/data/cl/ruleta-francesa/2023-03.yaml";
    const text = readFileSync(join(release.slot, path), "utf8");
    // Number 32 is black.
    const bytes = Buffer.from(
      text.replace("30 32 34 36, cite", "30 34 36, cite").replace("31 33 35, cite", "31 32 33 35, cite"),
    );
    expect(bytes.toString()).not.toBe(text);
    const { set } = readSet(release.slot);
    const forged = { ...set, files: { ...set.files, [path]: sha256(bytes) } };
    const slot = forgedSlot([
      { path, bytes },
      { path: SET_FILE, bytes: Buffer.from(`${JSON.stringify(forged)}\n`) },
    ]);
    const ran = tirada(slot, "selftest", "--full", "--storage", storage);
    expect(ran).toMatchObject({ status: EXIT.release });
    expect(ran.out).toMatch(/^files: \d+ tried, all as they must be$/m);
    expect(ran.out).toMatch(/^ {2}cl\/ruleta-francesa@2023-03: /m);
  },
);

/** Seeded changes in this process, each of which must be found; and those of them that are looked for by the cases alone, too. */
const CHANGES = 200;
const BY_CASES = volume(6, 60);

it(`finds each of ${CHANGES} seeded changes`, { timeout: volume(10, 120) * MINUTES }, async () => {
  const root = temporaryFolder();
  for (const path of Object.keys(heldFiles(ROOT))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
  }
  const { set } = readSet(release.slot);
  const known = heldFiles(root);
  expect(differencesBetween(set.files, known)).toEqual([]);
  const random = randomFrom(runSeed("seeded changes"));
  const byCases = { case: 0, pack: 0 };
  for (let n = 0; n < CHANGES; n++) {
    const kind = KINDS[n % KINDS.length] ?? "case";
    const { path, bytes } = changeOf(root, kind, random);
    const before = readFileSync(join(root, path));
    writeFileSync(join(root, path), bytes);
    expect(differencesBetween(set.files, heldFiles(root))).toEqual([`${path}: not as the release has it`]);
    const [, jurisdiction = ""] = /^src\/rules\/data\/([^/]+)\//.exec(path) ?? [];
    if (kind !== "weight" && n < BY_CASES) {
      const ids = packIds().filter((id) => id.startsWith(`${jurisdiction}/`));
      const { wrong } = await examineRulebooks(pathToFileURL(`${root}/src/rules/data/`), ids);
      if (wrong.length > 0) byCases[kind]++;
    }
    writeFileSync(join(root, path), before);
  }
  process.stdout.write(`of ${BY_CASES} changes found by the cases alone: ${JSON.stringify(byCases)}\n`);
  expect(byCases.case).toBeGreaterThan(0);
});
