import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { base64, utf8 } from "../../../src/record/bytes.ts";
import { checkpointText, openCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { verifierOf, type Signer } from "../../../src/record/keys.ts";
import { consistencyProof, EMPTY_ROOT, leafHash, nodesOf, treeRoot } from "../../../src/record/merkle.ts";
import { signNote } from "../../../src/record/note.ts";
import { LOG, signerFromSeed, someLines, table } from "../../../src/record/vector.fixture.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { askWitness, type Answer, type Question } from "../../unit/witness/ask.ts";
import { logId } from "./server.ts";
import { testWitness, witnessFolder, type TestWitness } from "./witness.fixture.ts";

/** What strangers may add to a checkpoint that anybody may send again: nothing of it is kept, and nothing follows from it. */

const LEAVES = someLines(12).map(({ line }) => leafHash(utf8(line)));
const OTHERS = LEAVES.map((leaf, at) => (at < 1 ? leaf : leafHash(leaf)));
const NEXT = signerFromSeed(LOG, "11".repeat(32));

function question(size: number, old: number, signer: Signer = table, leaves = LEAVES): Question {
  const read = nodesOf(leaves);
  const proof = consistencyProof(Math.min(old, size), size, read).map(base64);
  return { old, proof, checkpoint: signCheckpoint(size, treeRoot(size, read), signer), before: null };
}
const ask = (to: TestWitness, asked: Question): Promise<Answer> => askWitness(to.address, asked, systemClock());
const served = (to: TestWitness): Promise<string> => to.get(`/logs/${logId(LOG)}/checkpoint`);

/** A line of somebody without a key. */
const junk = (name: string, id: string, byte: number): string =>
  `— ${name} ${base64(Buffer.concat([Buffer.from(id, "hex"), Buffer.alloc(64, byte)]))}\n`;
/** The newest checkpoint once more, with lines before and after those that it has. */
function again(note: string, size: number, { first = "", last = "" }): Question {
  const split = note.indexOf("\n\n") + 2;
  return {
    old: size,
    proof: [],
    checkpoint: note.slice(0, split) + first + note.slice(split) + last,
    before: null,
  };
}
const TWO = junk(LOG, "03030303", 3) + junk(LOG, "04040404", 4);
const refusedBy = async (to: TestWitness): Promise<readonly { cosigned: string; refused: string }[]> =>
  (
    JSON.parse(await to.get(`/logs/${logId(LOG)}/refused`)) as {
      refused: { cosigned: string; refused: string }[];
    }
  ).refused;

describe("lines that nobody verified", () => {
  it("take nothing from what is kept: the log's own line stays, and no other one does", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(1, 0));
    const before = await served(to);
    for (const lines of [{ first: TWO }, { last: TWO }, { first: junk("tirada.example/x", "01020304", 1) }]) {
      expect(await ask(to, again(before, 1, lines))).toMatchObject({ is: "cosigned" });
      const kept = await served(to);
      expect(kept.split("\n").length).toBe(before.split("\n").length);
      expect(openCheckpoint(kept, table.verifier, [to.address.key])).toMatchObject({ size: 1, unchecked: [] });
    }
    // A fork after that is proven by the two notes alone.
    expect(await ask(to, question(1, 1, table, [leafHash(utf8("other"))]))).toEqual({
      is: "refused",
      status: 422,
    });
    const [proof, ...more] = await refusedBy(to);
    expect(more).toEqual([]);
    for (const half of [proof?.cosigned, proof?.refused])
      expect(openCheckpoint(half ?? "", table.verifier)).toMatchObject({ size: 1 });
  });

  it("with what the log forked, are not kept as its proof", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    await ask(to, question(3, 0));
    const other = question(3, 3, table, OTHERS);
    expect(await ask(to, { ...other, checkpoint: other.checkpoint + TWO })).toEqual({
      is: "refused",
      status: 422,
    });
    expect((await refusedBy(to)).map(({ refused }) => refused)).toEqual([other.checkpoint]);
  });

  it("bring no key back that gave way, and do not brand the true log", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier, NEXT.verifier]);
    await ask(to, question(1, 0));
    expect(await ask(to, question(2, 1, NEXT))).toMatchObject({ is: "cosigned" });
    expect(await ask(to, question(3, 2, table, OTHERS))).toEqual({ is: "refused", status: 403 });
    for (let times = 0; times < 2; times++)
      expect(await ask(to, again(await served(to), 2, { first: TWO }))).toMatchObject({ is: "cosigned" });
    // The old key's own line beside it, right for this very text.
    const stolen = question(2, 2).checkpoint.split("\n\n")[1] ?? "";
    expect(await ask(to, again(await served(to), 2, { first: stolen }))).toMatchObject({ is: "cosigned" });
    expect(await ask(to, question(3, 2, table, OTHERS))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(3, 2))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(3, 2, NEXT))).toMatchObject({ is: "cosigned" });
    expect(await refusedBy(to)).toEqual([]);
  });

  it("nor does the same checkpoint, signed by both keys, bring the former one back", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier, NEXT.verifier]);
    await ask(to, question(1, 0));
    const before = await served(to);
    expect(await ask(to, question(1, 1, NEXT))).toMatchObject({ is: "cosigned" });
    // The line that was kept first stays; by which key the log signed last is kept apart.
    expect((await served(to)).split("\n").slice(0, 5)).toEqual(before.split("\n").slice(0, 5));
    expect(await ask(to, question(2, 1, table, OTHERS))).toEqual({ is: "refused", status: 403 });
    expect(await ask(to, question(2, 1, NEXT))).toMatchObject({ is: "cosigned" });
    expect(await refusedBy(to)).toEqual([]);
  });

  it("in the name of a key that is not in use yet lock nobody out", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier, NEXT.verifier]);
    await ask(to, question(1, 0));
    const id = NEXT.verifier.id;
    for (const lines of [{ last: junk(LOG, id, 1) }, { first: junk(LOG, id, 1) }])
      expect(await ask(to, again(await served(to), 1, lines))).toMatchObject({ is: "cosigned" });
    const asked = question(2, 1);
    expect(await ask(to, { ...asked, checkpoint: asked.checkpoint + junk(LOG, id, 1) })).toMatchObject({
      is: "cosigned",
    });
    expect(await ask(to, question(3, 2))).toMatchObject({ is: "cosigned" });
    expect(await ask(to, question(4, 3, NEXT))).toMatchObject({ is: "cosigned" });
  });

  it("nor does a witness vouch for what it signs itself as a log", async () => {
    const folder = witnessFolder();
    const first = await testWitness(folder, [table.verifier]);
    const own = verifierOf(LOG, first.address.key.raw);
    await first.stop();
    await expect(testWitness(folder, [own])).rejects.toThrow(`logs: ${LOG} has the key of this witness`);
    // It has let go of its folder.
    await testWitness(folder, [table.verifier]);
  });

  it("that a witness of a release before has kept say nothing of the log's key", async () => {
    const folder = witnessFolder();
    const to = await testWitness(folder, [table.verifier, NEXT.verifier]);
    await ask(to, question(1, 0));
    await ask(to, question(2, 1, NEXT));
    await ask(to, question(3, 2, NEXT));
    const [text = "", lines = ""] = (await served(to)).split("\n\n");
    await to.stop();
    const db = new DatabaseSync(join(folder, "witness.db"));
    db.exec("DROP TABLE log_keys; PRAGMA user_version = 1");
    // Of the newest the log's own line is gone.
    const bare = `${text}\n\n${TWO}${lines.split("\n")[1] ?? ""}\n`;
    db.prepare("UPDATE cosigned SET note = ? WHERE size = 3").run(bare);
    db.close();
    const after = await testWitness(folder, [table.verifier, NEXT.verifier]);
    expect(await ask(after, question(4, 3))).toEqual({ is: "refused", status: 403 });
    // What comes again is whole from here on.
    expect(await ask(after, question(3, 3, NEXT))).toMatchObject({ is: "cosigned" });
    expect(openCheckpoint(await served(after), NEXT.verifier, [after.address.key])).toMatchObject({ size: 3 });
    expect(await ask(after, question(4, 3, NEXT))).toMatchObject({ is: "cosigned" });
  });
});

describe("answers as C2SP has them", () => {
  it("422 to another root of the same size, and to no records with a root", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    const none = (root: Uint8Array): Question => ({
      old: 0,
      proof: [],
      before: null,
      checkpoint: signCheckpoint(0, root, table),
    });
    expect(await ask(to, none(new Uint8Array(32)))).toEqual({ is: "refused", status: 422 });
    expect(await ask(to, none(EMPTY_ROOT))).toMatchObject({ is: "cosigned" });
    await ask(to, question(3, 0));
    expect(await ask(to, question(3, 3, table, OTHERS))).toEqual({ is: "refused", status: 422 });
    expect(await ask(to, question(3, 1, table, OTHERS))).toEqual({ is: "conflict", size: 3 });
  });

  it("to sixteen signatures of nearly 5,000 bytes, and one that stands there twice", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    const long = Array.from(
      { length: 15 },
      (_, at) => `— other.example/${at} ${base64(Buffer.alloc(4_999, at + 1))}\n`,
    ).join("");
    const asked = question(3, 0);
    expect(await ask(to, { ...asked, checkpoint: asked.checkpoint + long })).toMatchObject({ is: "cosigned" });
    const next = question(4, 3);
    expect(
      await ask(to, { ...next, checkpoint: next.checkpoint + (next.checkpoint.split("\n\n")[1] ?? "") }),
    ).toMatchObject({ is: "cosigned" });
    expect(openCheckpoint(await served(to), table.verifier, [to.address.key]).unchecked).toEqual([]);
  });

  it("of a log under another name than its key's it signs nothing", async () => {
    const to = await testWitness(witnessFolder(), [table.verifier]);
    const other = signNote(checkpointText("go.sum database tree", 0, EMPTY_ROOT), table);
    const asked = { old: 0, proof: [], before: null, checkpoint: other };
    expect(await ask(to, asked)).toEqual({ is: "refused", status: 404 });
  });
});
