import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { base64, utf8 } from "../../../src/record/bytes.ts";
import { checkpointText, openCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { consistencyProof, leafHash, nodesOf, treeRoot } from "../../../src/record/merkle.ts";
import { parseNote, signNote } from "../../../src/record/note.ts";
import { LOG, SEED_2, signerFromSeed, someLines, table, witness } from "../../../src/record/vector.fixture.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { askWitness, type Answer, type Question } from "../../unit/witness/ask.ts";
import { openWitnessDatabase } from "./database.ts";
import { logId } from "./server.ts";
import { CA, testWitness, witnessFolder, type TestWitness, WITNESS_NAME } from "./witness.fixture.ts";

/** Two histories of one log: the same up to record 9. */
const LEAVES = someLines(40).map(({ line }) => leafHash(utf8(line)));
const OTHERS = LEAVES.map((leaf, at) => (at < 10 ? leaf : leafHash(leaf)));

/** The question of a log with these leaves, of `size` records, to a witness that is believed to know `old`. */
function question(size: number, old: number, leaves = LEAVES, signer = table): Question {
  const read = nodesOf(leaves);
  return {
    old,
    proof: consistencyProof(Math.min(old, size), size, read).map(base64),
    checkpoint: signCheckpoint(size, treeRoot(size, read), signer),
    before: null,
  };
}

const ask = (to: TestWitness, asked: Question): Promise<Answer> => askWitness(to.address, asked, systemClock());
const sizeIn = async (to: TestWitness): Promise<number> => {
  const { logs } = JSON.parse(await to.get("/logs")) as { logs: readonly { size: number }[] };
  return logs[0]?.size ?? -1;
};
interface Kept {
  readonly kind: string;
  readonly cosigned: string;
  readonly refused: string;
}
const keptBy = async (to: TestWitness): Promise<readonly Kept[]> => {
  const { refused } = JSON.parse(await to.get(`/logs/${logId(LOG)}/refused`)) as { refused: readonly Kept[] };
  return refused;
};
const sizeOf = (note: string): string | undefined => parseNote(note).text.split("\n")[1];

describe("a witness", () => {
  test("cosigns a log that grows, by its own clock, and serves the newest checkpoint with its line", async () => {
    const clock = fakeClock(0, 1_795_255_320_000);
    const to = await testWitness(witnessFolder(), [table.verifier], clock);
    expect(await ask(to, question(3, 0))).toMatchObject({ is: "cosigned", time: 1_795_255_320 });
    clock.advance(60 * US_PER_S);
    expect(await ask(to, question(20, 3))).toMatchObject({ is: "cosigned", time: 1_795_255_380 });
    // The same again, as after an answer that was lost.
    clock.advance(US_PER_S);
    expect(await ask(to, question(20, 20))).toMatchObject({ is: "cosigned", time: 1_795_255_381 });
    const served = await to.get(`/logs/${logId(LOG)}/checkpoint`);
    expect(openCheckpoint(served, table.verifier, [to.address.key])).toMatchObject({
      size: 20,
      witnessed: [{ time: 1_795_255_381 }],
      unchecked: [],
    });
    expect(await keptBy(to)).toEqual([]);
  });

  test("follows a log whose key gave way, once its operator lists both, and takes the old one no more", async () => {
    const [second, third] = ["11", "22"].map((pair) => signerFromSeed(LOG, pair.repeat(32)));
    if (second === undefined || third === undefined) throw new Error("two keys");
    const folder = witnessFolder();
    const before = await testWitness(folder, [table.verifier]);
    expect(await ask(before, question(5, 0))).toMatchObject({ is: "cosigned" });
    expect(await ask(before, question(8, 5, LEAVES, second))).toEqual({ is: "refused", status: 403 });
    await before.stop();
    const to = await testWitness(folder, [table.verifier, second.verifier]);
    expect(await ask(to, question(6, 5))).toMatchObject({ is: "cosigned" });
    expect(await ask(to, question(8, 6, LEAVES, third))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(8, 6, LEAVES, second))).toMatchObject({ is: "cosigned" });
    // Whoever has the old key goes on with the log, or with another one.
    expect(await ask(to, question(9, 8))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(20, 8, OTHERS))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(9, 8, LEAVES, second))).toMatchObject({ is: "cosigned" });
    const { logs } = JSON.parse(await to.get("/logs")) as { logs: readonly object[] };
    expect(logs).toMatchObject([{ log: LOG, vkey: second.verifier.vkey, size: 9 }]);
    await to.stop();
    // The old one is taken off the list.
    const after = await testWitness(folder, [second.verifier]);
    expect(await ask(after, question(10, 9, LEAVES, second))).toMatchObject({ is: "cosigned" });
    expect(await ask(after, question(11, 10))).toEqual({ is: "refused", status: 403 });
  });

  test("refuses as the protocol says, and keeps nothing of what no log signed", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(10, 0));
    const stranger = signerFromSeed("tirada.example/stranger", SEED_2);
    const unknown = signCheckpoint(12, new Uint8Array(32), stranger);
    expect(await ask(to, { ...question(12, 10), checkpoint: unknown })).toEqual({ is: "refused", status: 404 });
    const impostor = signCheckpoint(12, new Uint8Array(32), signerFromSeed(LOG, SEED_2));
    expect(await ask(to, { ...question(12, 10), checkpoint: impostor })).toEqual({
      is: "refused",
      status: 403,
    });
    // A right note of the log under another origin's text.
    const foreign = signNote(checkpointText(LOG, 12, new Uint8Array(32)), stranger);
    expect(await ask(to, { ...question(12, 10), checkpoint: foreign })).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, { ...question(12, 10), checkpoint: "no note" })).toEqual({
      is: "refused",
      status: 400,
    });
    expect(await keptBy(to)).toEqual([]);
    expect(await ask(to, question(12, 13))).toEqual({ is: "refused", status: 400 });
    expect(await ask(to, question(12, 5))).toEqual({ is: "conflict", size: 10 });
    expect(await ask(to, question(12, 0))).toEqual({ is: "conflict", size: 10 });
    expect(await sizeIn(to)).toBe(10);
    expect(await keptBy(to)).toEqual([]);
  });

  test("refuses a log that shrank, and keeps both notes", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(20, 0));
    // From the size that the log itself believes, and from the one that the witness names.
    expect(await ask(to, question(12, 0))).toEqual({ is: "conflict", size: 20 });
    expect(await ask(to, question(12, 20))).toEqual({ is: "refused", status: 400 });
    const [kept, ...more] = await keptBy(to);
    expect([kept?.kind, sizeOf(kept?.cosigned ?? ""), sizeOf(kept?.refused ?? ""), more]).toEqual([
      "shrank",
      "20",
      "12",
      [],
    ]);
    expect(to.notices.filter((line) => line.includes("shrank"))).toHaveLength(1);
  });

  test("does not call an older checkpoint a contradiction that it had cosigned itself", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(12, 0));
    await ask(to, question(20, 12));
    expect(await ask(to, question(12, 0))).toEqual({ is: "conflict", size: 20 });
    expect(await keptBy(to)).toEqual([]);
  });

  test("refuses a log that forked, and keeps notes that prove it by themselves", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(8, 0));
    await ask(to, question(20, 8));
    // Longer, with its own proof from what the witness knows; with none; of the same size; of a size long ago.
    expect(await ask(to, question(25, 20, OTHERS))).toEqual({ is: "refused", status: 422 });
    expect(await ask(to, { ...question(25, 20), proof: [] })).toEqual({ is: "refused", status: 422 });
    expect(await ask(to, question(20, 20, OTHERS))).toEqual({ is: "refused", status: 422 });
    expect(await ask(to, question(20, 8, OTHERS))).toEqual({ is: "conflict", size: 20 });
    const kinds = (await keptBy(to)).map(({ kind, refused }) => [kind, sizeOf(refused)]);
    expect(kinds.sort()).toEqual([
      ["forked", "20"],
      ["parted", "25"],
      ["parted", "25"],
    ]);
    const forked = (await keptBy(to)).find(({ kind }) => kind === "forked");
    const [ours, theirs] = [forked?.cosigned, forked?.refused].map((note) =>
      openCheckpoint(note ?? "", table.verifier, [to.address.key]),
    );
    expect([ours?.size, ours?.witnessed.length]).toEqual([theirs?.size, 1]);
    expect(ours?.root).not.toEqual(theirs?.root);
    // The history that it cosigned goes on.
    expect(await ask(to, question(30, 20))).toMatchObject({ is: "cosigned" });
  });

  test("finds a fork at a size that it cosigned long before", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(15, 0));
    await ask(to, question(20, 15));
    expect(await ask(to, question(15, 8, OTHERS))).toEqual({ is: "conflict", size: 20 });
    expect((await keptBy(to)).map(({ kind }) => kind)).toEqual(["forked"]);
  });
});

describe("its database", () => {
  test("outlives the witness, is its owner's alone and has one user", async () => {
    const folder = witnessFolder();
    const to = await testWitness(folder, [table.verifier]);
    await ask(to, question(10, 0));
    await ask(to, question(9, 0));
    await expect(testWitness(folder, [table.verifier])).rejects.toMatchObject({ code: "busy" });
    await to.stop();
    for (const name of ["witness.db", "witness.key.pem"])
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    const again = await testWitness(folder, [table.verifier]);
    expect(again.vkey).toBe(to.vkey);
    expect(await ask(again, question(12, 0))).toEqual({ is: "conflict", size: 10 });
    expect((await keptBy(again)).map(({ kind }) => kind)).toEqual(["shrank"]);
    expect(await ask(again, question(12, 10))).toMatchObject({ is: "cosigned" });
  });

  test("of an older day makes the witness ask for proofs from there, and nothing else", async () => {
    const folder = witnessFolder();
    const [path, copy] = [join(folder, "witness.db"), join(witnessFolder(), "copy.db")];
    const first = await testWitness(folder, [table.verifier]);
    await ask(first, question(10, 0));
    await first.stop();
    copyFileSync(path, copy);
    const second = await testWitness(folder, [table.verifier]);
    await ask(second, question(20, 10));
    await second.stop();
    copyFileSync(copy, path);
    const third = await testWitness(folder, [table.verifier]);
    expect(await ask(third, question(25, 20))).toEqual({ is: "conflict", size: 10 });
    expect(await ask(third, question(25, 10))).toMatchObject({ is: "cosigned" });
  });

  test("without its key, the key without it, and another name are refused", async () => {
    const folder = witnessFolder();
    const to = await testWitness(folder, [table.verifier]);
    await ask(to, question(10, 0));
    await to.stop();
    const [key, path] = [join(folder, "witness.key.pem"), join(folder, "witness.db")];
    const pem = readFileSync(key);
    rmSync(key);
    await expect(testWitness(folder, [table.verifier])).rejects.toMatchObject({ code: "key" });
    const other = witnessFolder();
    copyFileSync(join(folder, "witness.db"), join(other, "witness.db"));
    await expect(testWitness(other, [table.verifier])).rejects.toMatchObject({ code: "key" });
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    const alone = witnessFolder();
    writeFileSync(join(alone, "witness.key.pem"), pem, { mode: 0o600 });
    await expect(testWitness(alone, [table.verifier])).rejects.toMatchObject({ code: "missing" });
    // An empty file has forgotten what was cosigned: it is no beginning either.
    writeFileSync(join(alone, "witness.db"), "");
    await expect(testWitness(alone, [table.verifier])).rejects.toMatchObject({ code: "missing" });
  });

  test("under a wrong letter, or on a disk that is not mounted, begins no second key", async () => {
    const folder = witnessFolder();
    const first = await testWitness(folder, [table.verifier]);
    await first.stop();
    const wrong = `${folder}s`;
    await expect(testWitness(wrong, [table.verifier])).rejects.toThrow(
      `${wrong} has no key of the witness ${WITNESS_NAME}, and it was begun in ${folder}: correct folder, or mount its disk`,
    );
    expect(existsSync(wrong)).toBe(false);
    // The same while it runs.
    const again = await testWitness(folder, [table.verifier], undefined, first.vkey);
    await expect(testWitness(wrong, [table.verifier])).rejects.toThrow("it was begun in");
    await again.stop();
    // Whose a witness beside is that cannot be read nobody knows.
    const damaged = witnessFolder();
    writeFileSync(join(damaged, "witness.key.pem"), "a key", { mode: 0o600 });
    writeFileSync(join(damaged, "witness.db"), "no database".repeat(1_000));
    await expect(testWitness(`${damaged}s`, [table.verifier])).rejects.toThrow(/reading the witness beside/);
    const elsewhere = witnessFolder();
    await expect(testWitness(elsewhere, [table.verifier], undefined, first.vkey)).rejects.toThrow(
      "and the configuration names its key (vkey): correct folder, or mount its disk",
    );
    await (await testWitness(elsewhere, [table.verifier])).stop();
    await expect(testWitness(elsewhere, [table.verifier], undefined, first.vkey)).rejects.toThrow(
      "has another key of the witness",
    );
  });

  test("that is damaged or of another program is refused in one line", async () => {
    const folder = witnessFolder();
    new DatabaseSync(join(folder, "witness.db")).exec("CREATE TABLE other (id INTEGER)");
    await expect(testWitness(folder, [table.verifier])).rejects.toThrow("is no database of a witness");
  });

  test("keeps of each kind the first contradictions, once each, whoever sends more", () => {
    const database = openWitnessDatabase(join(witnessFolder(), "witness.db"), true);
    const cosigned = { size: 200, root: Buffer.alloc(32), note: "ours" };
    const refused = (size: number, root: number) => ({
      kind: "shrank" as const,
      cosigned,
      refused: { origin: LOG, size, root: Buffer.alloc(32, root), extensions: [], note: `${size}` },
    });
    const kept = Array.from({ length: 100 }, (_, at) => database.storeProof(refused(at + 1, 1), 5));
    expect(kept.filter(Boolean)).toHaveLength(64);
    expect(database.storeProof(refused(1, 1), 6)).toBe(false);
    expect(database.proofs(LOG)).toHaveLength(64);
    expect(database.storeProof({ ...refused(1, 2), kind: "forked" }, 6)).toBe(true);
    database.close();
  });
});

test("killed between its commit and its answer it knows what it signed, and signs it again", async () => {
  const folder = witnessFolder();
  await (await testWitness(folder, [table.verifier])).stop();
  const killed = spawn(process.execPath, [
    fileURLToPath(new URL("./killed.fixture.ts", import.meta.url)),
    folder,
  ]);
  const gone = new Promise((resolve) => killed.once("exit", (_status, signal) => resolve(signal)));
  const [url] = (await once(killed.stdout.setEncoding("utf8"), "data")) as [string];
  const key = parseVkey(readVkey(folder));
  const answer = await askWitness({ url: url.trim(), key, ca: CA }, question(10, 0), systemClock());
  expect([answer.is, await gone]).toEqual(["silent", "SIGKILL"]);
  const again = await testWitness(folder, [table.verifier]);
  expect(await ask(again, question(10, 0))).toEqual({ is: "conflict", size: 10 });
  expect(await ask(again, question(10, 10))).toMatchObject({ is: "cosigned" });
  expect(await ask(again, question(12, 10))).toMatchObject({ is: "cosigned" });
  expect(await keptBy(again)).toEqual([]);
});

function readVkey(folder: string): string {
  const database = new DatabaseSync(join(folder, "witness.db"), { readOnly: true });
  const vkey = String(database.prepare("SELECT vkey FROM witness").get()?.["vkey"]);
  database.close();
  return vkey;
}

test("a clock that went back signs nothing until it is right again", async () => {
  const folder = witnessFolder();
  const first = await testWitness(folder, [table.verifier], fakeClock(0, 1_795_255_320_000));
  expect(await ask(first, question(3, 0))).toMatchObject({ is: "cosigned" });
  await first.stop();
  const late = await testWitness(folder, [table.verifier], fakeClock(0, 1_795_255_000_000));
  expect(await ask(late, question(5, 3))).toEqual({ is: "silent", why: "status 503" });
  expect(late.notices.join()).toContain("clock");
  expect(await sizeIn(late)).toBe(3);
});

test("what is no question gets one line and no more", async () => {
  const to = await testWitness(witnessFolder(), [table.verifier]);
  expect(await to.get("/")).toBe("Not found.\n");
  expect(await to.get(`/logs/${"0".repeat(64)}/checkpoint`)).toBe("Not found.\n");
  expect(await to.get(`/logs/${logId(LOG)}/checkpoint`)).toBe("Nothing was cosigned yet.\n");
  expect(await to.get(`/logs/${"x".repeat(500)}/checkpoint`)).toBe("Bad request.\n");
  expect(JSON.parse(await to.get("/health"))).toMatchObject({ ok: true, logs: 1 });
  const long = { ...question(3, 0), checkpoint: "x".repeat(200_000) };
  expect(await ask(to, long)).toMatchObject({ is: "unusable" });
  expect(witness.verifier.name).toBe(to.address.key.name);
});
