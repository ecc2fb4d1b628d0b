import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal, type Journal } from "../../firmware/journal/thread/client.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { keyPathOf, loadOrCreateKey } from "../../firmware/journal/keys/keys.ts";
import type { Store } from "../../firmware/journal/store/store.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import { calibrationText } from "../../src/dice/calibration/schema.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { formatCode } from "../../src/record/certificate.ts";
import { nextLine } from "../../src/record/chain.ts";
import { markedName } from "../../src/record/mode.ts";
import { SEED_1, signerFromSeed } from "../../src/record/vector.fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { isGoInstalled, MANUAL, MANUAL_PROGRAM, sectionsOf, type ManualCommand } from "../support/manual.ts";
import { cardEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { renderThrow } from "../support/rendered-throw.ts";
import { logHere, unitHere } from "../support/unit-here.ts";
import { SOAK } from "../support/volume.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** Every command of docs/inspector.md, one after the other as they stand there, in a folder as the document says. */

const ROOT = new URL("../../", import.meta.url).pathname;
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The journal of a demonstration in that storage folder, with the key that the manual prints. */
function beginDemo(storage: string, name: string): { readonly log: string; readonly store: Store } {
  mkdirSync(storage, { recursive: true });
  const log = logHere("test", `tirada.local/${name}`);
  const key = Buffer.concat([PKCS8, Buffer.from(SEED_1, "hex")]).toString("base64");
  const pem = `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
  const keyPath = keyPathOf(storage, log);
  loadOrCreateKey(keyPath, log, true);
  const [preamble = ""] = readFileSync(keyPath, "utf8").split("-----BEGIN");
  writeFileSync(keyPath, `${preamble}${pem}`);
  const path = join(storage, "journal.db");
  return { log, store: openStore({ path, signer: signerFromSeed(log, SEED_1), maxPages: null }) };
}

/** A demonstration in that storage folder, with the key that the manual prints. Gives its log. */
async function playDemo(storage: string, name: string, { setup, entries }: PlayedEntries): Promise<string> {
  const { log, store } = beginDemo(storage, name);
  // A key alone is no table: its journal was begun with it.
  store.close();
  const here = await unitHere(storage, setup, undefined, { table: `tirada.local/${name}` });
  for (const entry of entries) await here.unit.feed(entry);
  await here.unit.stop("Ctrl-C");
  return log;
}

async function withJournal(
  storage: string,
  log: string,
  act: (journal: Journal) => Promise<void>,
): Promise<void> {
  const path = join(storage, "journal.db");
  const journal = await openJournal({ path, keyPath: keyPathOf(storage, log), log, recordings: null });
  try {
    await act(journal);
  } finally {
    await journal.close();
  }
}

interface Ran {
  readonly command: string;
  readonly status: number;
  readonly output: string;
}

/** Runs the commands in one shell, in that folder. */
function runAll(
  folder: string,
  commands: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran[] {
  const end = "@@ended";
  const lines = commands.map((command) => `${command}\necho "${end} $?"`);
  const script = `tirada() { '${process.execPath}' ${NODE_OPTIONS.join(" ")} '${ROOT}bin/tirada.mjs' "$@"; }\n${lines.join("\n")}\n`;
  const { stdout } = spawnSync("bash", ["-c", `exec 2>&1\n${script}`], {
    cwd: folder,
    env: { ...process.env, NODE_NO_WARNINGS: "1", GOCACHE: "/tmp/tirada-go-cache", ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  // A command need not end its output with a line feed.
  const parts = stdout.split(`${end} `);
  return commands.map((command, at) => ({
    command,
    status: Number(/^\d+/.exec(parts[at + 1] ?? "")?.[0] ?? NaN),
    output: (parts[at] ?? "").replace(/^\d+\n/, ""),
  }));
}

/** All of them did what they are there for; what the documented ones of these words said. */
function expectRan(ran: readonly Ran[]): (words: string) => string {
  expect(ran.filter(({ status }) => status !== 0)).toEqual([]);
  return (words) => {
    const found = ran.filter(({ command }) => command.includes(words));
    expect(found.length, words).toBeGreaterThan(0);
    return found.map(({ output }) => output).join("");
  };
}

const commandsIn = (...titles: readonly string[]): readonly string[] =>
  sectionsOf(MANUAL)
    .filter(({ title }) => titles.includes(title))
    .flatMap(({ commands }) => commands.map(({ text }: ManualCommand) => text));

const OF_WHEEL = [
  "The key: first of all",
  "Taking an export",
  "A case file",
  "Finding records",
  "In one step",
  "Step by step, with public tools only",
  "One record alone",
  "One record with the Go team's own library",
  "The QR code",
];
const OF_CARDS = ["A round of cards"];
const OF_DICE = ["A throw of dice"];
/** Run where there is a release: firmware/unit/actions/verify-release.test.ts. */
const OF_RELEASES = ["The program"];

test("every section with commands is run by one of these tests", () => {
  const all = sectionsOf(MANUAL).flatMap(({ title, commands }) => (commands.length === 0 ? [] : [title]));
  expect(all.sort()).toEqual([...OF_WHEEL, ...OF_CARDS, ...OF_DICE, ...OF_RELEASES].sort());
});

test("at a wheel: key, export, case file, search, public tools, certificate, code", async () => {
  const folder = temporaryFolder();
  const log = await playDemo(join(folder, "var/demo"), "demo", wheelEntries(400));
  expect(MANUAL).toContain(`VKEY='${signerFromSeed(log, SEED_1).verifier.vkey}'`);
  await withJournal(join(folder, "var", "demo"), log, async (journal) => {
    const { json, proof } = await journal.certificate(5);
    for (const [ending, text] of [
      ["json", json],
      ["tlog-proof", proof],
    ] as const)
      writeFileSync(join(folder, markedName(`result-5.${ending}`, "test")), text);
    const { line, sig } = JSON.parse(json) as { readonly line: string; readonly sig: string };
    writeFileSync(join(folder, "code.txt"), `${formatCode({ line, sig })}\n`);
  });
  writeFileSync(join(folder, "check.go"), MANUAL_PROGRAM);
  const commands = commandsIn(...OF_WHEEL).filter((one) => isGoInstalled || !one.startsWith("GO111MODULE="));
  expect(commands.length).toBeGreaterThan(35);
  const said = expectRan(runAll(folder, commands));
  const records = readFileSync(join(folder, "signed.txt"), "utf8").trim().split("\n").length;
  expect(said("tirada export demo")).toMatch(
    /^TEST {2}\S+\/demo\.tirada-export: records 0–\d+, \d+ bytes \(test\)/,
  );
  expect(said("tirada verify demo.tirada-export --vkey")).toContain(
    `VALID  export of ${log} (test): ${records} records`,
  );
  expect(said("--code")).toMatch(/note: the code is of record 5: round 1, result \d+, certified/);
  expect(said("--from kept.note")).toContain("VALID  journal of");
  expect(said("--against")).toContain("note: it continues demo.tirada-export");
  expect(said("tirada rejudge")).toMatch(
    /^TEST {2}SAME {2}case of .* \d+ records judged again from 1 recordings/,
  );
  expect(said("ssh-keygen -Y verify").match(/^Good "tirada-evidence" signature/gm)).toHaveLength(2);
  expect(said("sort | uniq -c").trim()).toBe(`${records} Signature Verified Successfully`);
  expect(said('echo "$n lines"').trim()).toBe(`${records} lines`);
  const [, size, root] = readFileSync(join(folder, "checkpoint"), "utf8").split("\n");
  expect(size).toBe(String(records));
  expect(said("xxd -r -p level").trim()).toBe(root);
  expect(said("cmp replayed.txt").trim()).toBe("the same");
  const [, , , , , sha256 = "none"] = readFileSync(join(folder, "source"), "utf8").trim().split("\t");
  expect(said('"$RECORDING" | sha256sum')).toBe(`${sha256}  -\n`);
  const coverage =
    /"coverage":"([0-9a-f]+)"/.exec(readFileSync(join(folder, "signed.txt"), "utf8"))?.[1] ?? "none";
  expect(said("tirada rules coverage")).toBe(`${coverage}  -\n`);
  expect(said("tirada verify TEST-result-5.json")).toContain(`VALID  record of ${log} (test): 1 records`);
  expect(said("base64 -d | xxd -p").trim()).toBe(said("sha256sum < rec").split(" ")[0]);
  expect(said("-sigfile qr.sig")).toContain("Signature Verified Successfully");
  if (isGoInstalled) expect(said("GO111MODULE=")).toBe(`VALID: record 5 of ${log}, in a log of ${records}\n`);
  expect(existsSync(join(folder, "demo.tirada-export.receipt"))).toBe(true);
}, 240_000);

test("at a table of cards: commitments, recording, rulebook", async () => {
  const folder = temporaryFolder();
  const log = await playDemo(
    join(folder, "var/demo/cl-midi-punto-y-banca"),
    "demo-cl-midi-punto-y-banca",
    cardEntries(3, "manual", "cl/midi-punto-y-banca"),
  );
  const commands = commandsIn(...OF_CARDS);
  const said = expectRan(runAll(folder, commands, { VKEY: signerFromSeed(log, SEED_1).verifier.vkey }));
  expect(said("tirada verify")).toMatch(/note: [23] rounds of hidden cards opened and checked/);
  const commit = /"commit":"([0-9a-f]{64})"/.exec(said("select(.n == 1)' signed"))?.[1] ?? "none";
  expect(said('1 1 "$FACE"')).toBe(`${commit}  -\n`);
  expect(said("done < turned").trim()).toMatch(/^\d+ held$/);
  const sha256 = /"sha256":"([0-9a-f]{64})"/.exec(said(".result.results, .src]"))?.[1] ?? "none";
  expect(said('head -c "$BYTES" recordings/shoe-000001.jsonl | sha256sum')).toBe(`${sha256}  -\n`);
  expect(said("cmp - replayed.txt").trim()).toBe("the same");
}, 240_000);

// Without its calibration the readers look for dice of every size: a quarter of a minute.
if (SOAK)
  test("at a table of dice: result, picture, its reading, calibration", async () => {
    const folder = temporaryFolder();
    const storage = join(folder, "var/demo/es-cb-craps");
    const { log, store } = beginDemo(storage, "demo-es-cb-craps");
    const { png, lay, calibration } = await renderThrow();
    const [picture, faces] = [sha256Hex(png), ["2", "5", "6"]];
    mkdirSync(join(storage, "pictures"));
    writeFileSync(join(storage, "pictures", `${picture}.png`), png);
    writeFileSync(join(storage, "eye.json"), calibrationText(calibration));
    const fields = {
      kind: "result",
      round: 1,
      result: { faces, lay, picture },
      certainty: { level: "certified", witnesses: ["first-reading", "second-reading"] },
    };
    const { line, hash } = nextLine(store.head, fields, { epoch: 0, rel: RELEASE_ID });
    store.commit({ line, hash });
    store.close();
    const said = expectRan(runAll(folder, commandsIn(...OF_DICE)));
    expect(said("tirada export")).toContain("records 0–0");
    expect(log).toBe("tirada.local/demo-es-cb-craps/test");
    expect(said("jq -c")).toContain('"certified"\n["first-reading","second-reading"]\n');
    expect(said("sha256sum pictures")).toBe(`${picture}  pictures/${picture}.png\n`);
    const read = JSON.parse(said("read-dice")) as { readonly faces: readonly unknown[] };
    expect(read.faces.map(String).sort()).toEqual([...faces, ...faces].sort());
    expect(said("head -c 27")).toBe(`{"digest":"${said("tr -d").trim()}`);
  }, 600_000);
