import { createHash } from "node:crypto";
import { appendFileSync, cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EndingDisk } from "../../../test/support/ending-disk.ts";
import { signerFromSeed } from "../../../src/record/vector.fixture.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { setDisk } from "../../files/disk.ts";
import { freshFolder, table } from "../store/journal.fixture.ts";
import { Recorder } from "../store/recorder.ts";
import { openSealed, startSealer } from "../../evidence/log/sealed-format.ts";
import { stillSealed, unsealAll } from "../../evidence/verify/unseal.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const KEYS = ["1", "2", "3", "4"].map((digit) => digit.repeat(64));
const [K1 = "", K2 = "", K3 = "", K4 = ""] = KEYS;
const HEAD = '{"k":"head"}\n';
const sealLine = (key: string): string => `{"k":"seal","key":"${key}"}\n`;
const card = (n: number): string => `{"k":"in","bytes":"the card ${n} is the king"}\n`;
const t = monoUs(0);

interface Place {
  readonly dir: string;
  readonly recorder: Recorder;
  readonly plain: (segment?: string) => string;
  /** Names and texts of all files, to look for what must not be there. */
  readonly everything: () => string;
}

function fresh(): Place {
  const dir = freshFolder();
  const read = (name: string): string => readFileSync(join(dir, name), "latin1");
  return {
    dir,
    recorder: new Recorder({ dir, keepBytes: 1_000_000 }, table),
    plain: (segment = "shoe-000001") => read(`${segment}.jsonl`),
    everything: () =>
      readdirSync(dir)
        .map((name) => `${name}\n${read(name)}`)
        .join("\n"),
  };
}

/** A table that was started: head and first seal. */
function started(): Place {
  const place = fresh();
  place.recorder.open("shoe-000001", HEAD, K1);
  place.recorder.append(sealLine(K1), t, K1);
  return place;
}

describe("what is under a seal", () => {
  test("is on the disk encrypted only, from the head on, and opened by the next one", () => {
    const { recorder, plain, everything, dir } = started();
    recorder.append(card(1), t);
    recorder.append(card(2), t);
    expect(recorder.sync()).toBe((HEAD + sealLine(K1) + card(1) + card(2)).length);
    expect(plain()).toBe("");
    for (const secret of [K1, "king", "head"]) expect(everything()).not.toContain(secret);
    recorder.append(sealLine(K2), t, K2);
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1) + card(2));
    expect(everything()).not.toContain(K2);
    recorder.append(card(3), t);
    recorder.sync();
    expect(everything()).not.toContain("card 3");
    recorder.append(sealLine(K3), t, K3);
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1) + card(2) + sealLine(K2) + card(3));
    expect(readdirSync(dir).filter((name) => name.endsWith(".sealed"))).toHaveLength(1);
  });

  test("has lengths, hashes and marks of its plain text", () => {
    const { recorder } = started();
    recorder.append(card(1), t);
    const text = HEAD + sealLine(K1) + card(1);
    const mark = { segment: "shoe-000001", bytes: text.length, sha256: sha(text) };
    recorder.syncTo(mark);
    expect(() => recorder.syncTo({ ...mark, bytes: mark.bytes + 1 })).toThrow("no recording reaches");
    expect(() => recorder.syncTo({ ...mark, sha256: sha("x") })).toThrow("does not have the hash");
    recorder.append(sealLine(K2), t, K2);
    recorder.append(card(2), t);
    recorder.syncTo(mark);
    const all = text + sealLine(K2) + card(2);
    recorder.syncTo({ ...mark, bytes: all.length, sha256: sha(all) });
    expect(recorder.close()).toEqual({ segment: "shoe-000001", bytes: all.length, sha256: sha(all) });
  });

  test("a new segment begins under the new seal, and the one before it is whole", () => {
    const { recorder, plain, everything, dir } = started();
    recorder.append(card(1), t);
    recorder.open("shoe-000002", HEAD, K2);
    recorder.append(sealLine(K2), t, K2);
    recorder.append(card(2), t);
    recorder.sync();
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1));
    expect(plain("shoe-000002")).toBe("");
    expect(everything()).not.toContain("card 2");
    expect(stillSealed(dir).map(({ segment, from }) => [segment, from])).toEqual([["shoe-000002", 0]]);
    recorder.append(sealLine(K3), t, K3);
    expect(plain("shoe-000002")).toBe(HEAD + sealLine(K2) + card(2));
  });

  test("a seal in the middle of an unsealed recording leaves what stands before it as it is", () => {
    const { recorder, plain } = fresh();
    recorder.open("shoe-000001", HEAD);
    recorder.append(card(1), t);
    recorder.append(sealLine(K1), t, K1);
    expect(plain()).toBe(HEAD + card(1));
    recorder.append(sealLine(K2), t, K2);
    expect(plain()).toBe(HEAD + card(1) + sealLine(K1));
  });

  test("a key is used once; none and half a key are refused", () => {
    const { recorder, dir } = started();
    expect(() => recorder.open("shoe-000002", HEAD, K1)).toThrow("once only");
    expect(() => recorder.append(sealLine("ab"), t, "ab")).toThrow("the seal's key is none");
    const unframed = new Recorder({ dir, keepBytes: 1 });
    unframed.open("shoe-000009", HEAD);
    expect(() => unframed.append(sealLine(K2), t, K2)).toThrow("takes no seal");
  });
});

describe("a device that reads ahead", () => {
  test("one part more stays sealed, over the end of a segment too", () => {
    const { dir, plain, everything } = fresh();
    const recorder = new Recorder({ dir, keepBytes: 1_000_000, heldParts: 1 }, table);
    recorder.open("shoe-000001", HEAD, K1);
    recorder.append(sealLine(K1) + card(1), t, K1);
    recorder.append(sealLine(K2) + card(2), t, K2);
    recorder.sync();
    expect(plain()).toBe("");
    expect(everything()).not.toContain("king");
    recorder.open("shoe-000002", HEAD, K3);
    recorder.append(sealLine(K3) + card(3), t, K3);
    recorder.sync();
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1));
    expect(stillSealed(dir).map(({ segment }) => segment)).toEqual(["shoe-000001", "shoe-000002"]);
    recorder.append(sealLine(K4) + card(4), t, K4);
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1) + sealLine(K2) + card(2));
    expect(plain("shoe-000002")).toBe("");
    recorder.close();
    expect(unsealAll(dir, [table])).toEqual([]);
    expect(plain("shoe-000002")).toBe(HEAD + sealLine(K3) + card(3) + sealLine(K4) + card(4));
  });

  test("a key of a part that is sealed still is refused for the next one", () => {
    const { dir } = fresh();
    const recorder = new Recorder({ dir, keepBytes: 1_000_000, heldParts: 1 }, table);
    recorder.open("shoe-000001", HEAD, K1);
    recorder.append(sealLine(K2), t, K2);
    expect(() => recorder.append(sealLine(K1), t, K1)).toThrow("once only");
  });
});

describe("a unit that was killed", () => {
  afterEach(() => setDisk());
  const text = HEAD + sealLine(K1) + card(1) + card(2);

  /** A folder as a kill left it in the middle of the first round. */
  function left(): Place {
    const place = started();
    place.recorder.append(card(1), t);
    place.recorder.sync();
    place.recorder.append(card(2), t);
    place.recorder.sync();
    return place;
  }

  test("opens what it left, once and for all", () => {
    const { dir, plain } = left();
    expect(unsealAll(dir, [table])).toEqual([]);
    expect(plain()).toBe(text);
    expect(readdirSync(dir)).toEqual(["shoe-000001.jsonl"]);
    expect(unsealAll(dir, [table])).toEqual([]);
    expect(plain()).toBe(text);
  });

  test("wherever the opening was cut, it is done again from the sealed file", () => {
    for (let cut = 0; cut <= text.length; cut += 7) {
      const { dir, plain } = left();
      appendFileSync(join(dir, "shoe-000001.jsonl"), text.slice(0, cut));
      expect(unsealAll(dir, [table])).toEqual([]);
      expect(plain()).toBe(text);
    }
  });

  test("before any call to the disk, it left nothing that cannot be opened, and no name that stays", () => {
    const all = HEAD + sealLine(K1) + card(1) + sealLine(K2) + card(2) + HEAD + sealLine(K3) + card(3);
    let longest = 0;
    for (let last = 0, ends = false; !ends; last++) {
      const { dir, recorder } = fresh();
      const ending = new EndingDisk(last);
      let durable = 0;
      setDisk(ending.disk);
      try {
        recorder.open("shoe-000001", HEAD, K1);
        recorder.append(sealLine(K1) + card(1), t);
        durable = recorder.sync();
        recorder.append(sealLine(K2) + card(2), t, K2);
        durable = recorder.sync();
        recorder.open("shoe-000002", HEAD, K3);
        recorder.append(sealLine(K3) + card(3), t);
        durable += recorder.sync();
        ends = true;
      } catch (error) {
        expect(String(error)).toContain("killed before");
      }
      setDisk();
      expect(unsealAll(dir, [table]), `killed before call ${last}`).toEqual([]);
      const names = readdirSync(dir);
      expect(names.filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
      const plain = names.map((name) => readFileSync(join(dir, name), "utf8")).join("");
      expect(all.startsWith(plain), `killed before call ${last}`).toBe(true);
      expect(plain.length).toBeGreaterThanOrEqual(durable);
      longest = Math.max(longest, plain.length);
    }
    expect(longest).toBe(all.length);
  });

  test("between the next part and the end of the one before, both are put in their places", () => {
    const before = left();
    const copy = freshFolder();
    cpSync(before.dir, copy, { recursive: true });
    before.recorder.append(sealLine(K2), t, K2);
    before.recorder.append(card(3), t);
    before.recorder.sync();
    // The first part's file as it was, beside what came after it.
    cpSync(copy, before.dir, { recursive: true, filter: (path) => !path.endsWith(".jsonl") });
    expect(stillSealed(before.dir)).toHaveLength(2);
    expect(unsealAll(before.dir, [table])).toEqual([]);
    expect(before.plain()).toBe(text + sealLine(K2) + card(3));
  });

  test("loses at most an unfinished last line", () => {
    const { dir, plain } = left();
    const [part] = stillSealed(dir);
    truncateSync(part?.path ?? "", (part?.size ?? 0) - 5);
    expect(unsealAll(dir, [table])).toEqual([]);
    expect(plain()).toBe(HEAD + sealLine(K1) + card(1));
  });

  test("keeps what cannot be opened, says so, and never guesses", () => {
    const { dir, plain } = left();
    const [{ path } = { path: "" }] = stillSealed(dir);
    const lines = readFileSync(path, "latin1").split("\n");
    // Two appends that changed their places: each is whole, and neither is where it was made.
    const swapped = [lines[0], lines[1], lines[3], lines[2], ...lines.slice(4)];
    writeFileSync(path, swapped.join("\n"));
    const notes = unsealAll(dir, [table]);
    expect(notes.join()).toMatch(/shoe-000001.*cannot be opened whole; keep .*\.damaged/);
    expect(notes.join()).not.toContain("king");
    expect(plain()).not.toContain("card 2");
    expect(readdirSync(dir).some((name) => name.endsWith(".damaged"))).toBe(true);
    expect(unsealAll(dir, [table])).toEqual([]);
  });

  test("what stands behind its place already is written anew, however long", () => {
    const { dir, plain } = left();
    writeFileSync(join(dir, "shoe-000001.jsonl"), "x".repeat(10_000));
    expect(unsealAll(dir, [table])).toEqual([]);
    expect(plain()).toBe(text);
  });

  test("a part goes nowhere where what stands before it is missing", () => {
    const { dir } = started();
    const place = { segment: "shoe-000007", from: 4 };
    const sealer = startSealer(place, K4, table);
    const path = join(dir, "shoe-000007.000000000004.sealed");
    for (const before of [null, "", "abc"]) {
      if (before !== null) writeFileSync(join(dir, "shoe-000007.jsonl"), before);
      writeFileSync(path, sealer.header + sealer.line(Buffer.from("def\n")));
      expect(unsealAll(dir, [table]).join()).toMatch(/shoe-000007.* from byte 4 on cannot be opened whole/);
      if (before !== null) expect(readFileSync(join(dir, "shoe-000007.jsonl"), "utf8")).toBe(before);
    }
  });

  test("of several keys the one counts that opens most, in whatever order they are tried", () => {
    const other = signerFromSeed("tirada.example/b", "22".repeat(32));
    for (const signers of [
      [table, other],
      [other, table],
    ]) {
      const { dir, plain } = left();
      const [{ path } = { path: "" }] = stillSealed(dir);
      const lines = readFileSync(path, "latin1").split("\n");
      lines[lines.length - 2] = `AAAA${(lines.at(-2) ?? "").slice(4)}`;
      writeFileSync(path, lines.join("\n"));
      expect(unsealAll(dir, signers)).toHaveLength(1);
      expect(plain()).toBe(HEAD + sealLine(K1) + card(1));
    }
  });

  test("another unit's key opens nothing", () => {
    const { dir, plain } = left();
    expect(unsealAll(dir, [signerFromSeed("tirada.example/b", "22".repeat(32))])).toHaveLength(1);
    expect(plain()).toBe("");
  });
});

describe("the format", () => {
  const place = { segment: "shoe-000001", from: 17 };
  const whole = (): string => {
    const { header, line } = startSealer(place, K4, table);
    return header + ["a\n", "bb\n"].map((text) => line(Buffer.from(text))).join("");
  };

  test("goes round, and vouches for its place", () => {
    expect(openSealed(whole(), place, table)).toMatchObject({ ok: true, damaged: false });
    const opened = openSealed(whole(), place, table);
    expect(opened.ok && opened.plain.toString()).toBe("a\nbb\n");
    expect(openSealed(whole(), { ...place, from: 18 }, table)).toEqual({ ok: false });
    expect(openSealed(whole(), { ...place, segment: "shoe-000002" }, table)).toEqual({ ok: false });
    const moved = whole().replace('"from":17', '"from":18');
    expect(openSealed(moved, { ...place, from: 18 }, table)).toMatchObject({ ok: true, damaged: true });
  });

  test("any changed byte is found", () => {
    const text = whole();
    for (let at = 0; at < text.length; at += 3) {
      if (text[at] === "\n" || text[at] === "=") continue;
      const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
      const opened = openSealed(changed, place, table);
      // The last character of base64 before its padding may carry bits that count for nothing.
      if (opened.ok && !opened.damaged) expect(opened.plain.toString()).toBe("a\nbb\n");
      else expect(opened.ok ? opened.plain.toString() : "").not.toContain("x");
    }
    expect(openSealed("", place, table)).toEqual({ ok: false });
    expect(openSealed("{}\n", place, table)).toEqual({ ok: false });
  });

  test("no append is encrypted like another, under one seal or two", () => {
    const lines = KEYS.flatMap((key) => {
      const { line } = startSealer(place, key, table);
      return [1, 2, 3].map(() => line(Buffer.from("same")));
    });
    expect(new Set(lines).size).toBe(12);
  });
});
