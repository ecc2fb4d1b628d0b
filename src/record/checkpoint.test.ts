import { describe, expect, test } from "vitest";
import { LOG, signerFromSeed, SEED_2, table, witness } from "./vector.fixture.ts";
import {
  checkpointText,
  cosignCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from "./checkpoint.ts";
import { utf8 } from "./bytes.ts";
import { EMPTY_ROOT } from "./merkle.ts";
import { lineOf, NoteError, openNote, parseNote, signatureLine, signNote, type UnreadNote } from "./note.ts";

const ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
const note = signCheckpoint(0, EMPTY_ROOT, table);
const other = signerFromSeed(LOG, SEED_2);

const formatNote = ({ text, unverified }: UnreadNote): string =>
  `${text}\n${unverified.map(({ name, id, signature }) => signatureLine(name, id, signature)).join("")}`;

describe("notes", () => {
  test("read and write", () => {
    expect(formatNote(parseNote(note))).toBe(note);
    expect(parseNote("one\n\ntwo\n\n— a AAAAAAA=\n")).toMatchObject({
      text: "one\n\ntwo\n",
      unverified: [{ name: "a" }],
    });
  });
  const [NONE, ODD] = ["the note has no signature lines", "the note holds characters that no note may hold"];
  const NO_LINE = "the note has a line that is no signature line";
  test.each([
    ["nothing", "", NONE],
    ["no signatures", "text\n\n", NO_LINE],
    ["no empty line", "text\n— a AAAAAAA=\n", NONE],
    ["no last line feed", "text\n\n— a AAAAAAA=", NONE],
    ["a carriage return", "text\r\n\n— a AAAAAAA=\n", ODD],
    ["a tab", "te\txt\n\n— a AAAAAAA=\n", ODD],
    ["a hyphen for the dash", "text\n\n- a AAAAAAA=\n", NO_LINE],
    ["no name", "text\n\n—  AAAAAAA=\n", NO_LINE],
    ["a plus in the name", "text\n\n— a+b AAAAAAA=\n", NO_LINE],
    ["a name of 256 characters", `text\n\n— ${"a".repeat(256)} AAAAAAA=\n`, NO_LINE],
    ["words before the line", "text\n\nx — a AAAAAAA=\n", NO_LINE],
    ["words after it", "text\n\n— a AAAAAAA= x\n", NO_LINE],
    ["base64 with loose bits", "text\n\n— a AAAAAAB=\n", NO_LINE],
    ["base64 without padding", "text\n\n— a AAAAAAA\n", NO_LINE],
    ["an id and no signature", "text\n\n— a AAAAAA==\n", NO_LINE],
    ["a lone surrogate", "te\ud800xt\n\n— a AAAAAAA=\n", ODD],
    ["33 signatures", `text\n\n${"— a AAAAAAA=\n".repeat(33)}`, "the note has over 32 signatures"],
    ["128 KiB and more", `${"x".repeat(131_056)}\n\n— a AAAAAAA=\n`, "the note is over 131072 bytes"],
  ])("%s is refused", (_, source, says) => {
    expect(() => parseNote(source)).toThrow(NoteError);
    expect(() => parseNote(source)).toThrow(says);
  });
  test("of 128 KiB, and with a name of 255 characters, are taken", () => {
    const longest = `${"x".repeat(131_055)}\n\n— a AAAAAAA=\n`;
    expect(Buffer.byteLength(longest)).toBe(131_072);
    expect(parseNote(longest).unverified).toHaveLength(1);
    const [line] = parseNote(`t\n\n— ${"a".repeat(255)} AQIDBAU=\n`).unverified;
    expect(line).toEqual({ name: "a".repeat(255), id: "01020304", signature: Uint8Array.of(5) });
  });
  test("32 signatures are taken", () =>
    expect(parseNote(`t\n\n${"— a AAAAAAA=\n".repeat(32)}`).unverified.length).toBe(32));
  test("a text without a last line feed cannot be signed", () =>
    expect(() => signNote("x", table)).toThrow("a note's text ends with a line feed"));
});

describe("checkpoints", () => {
  test("open with the log's key", () => {
    expect(openCheckpoint(note, table.verifier)).toMatchObject({
      origin: LOG,
      size: 0,
      witnessed: [],
      extensions: [],
    });
  });
  test("do not open with another key of the same name, nor unsigned; a line that comes twice counts once", () => {
    expect(() => openCheckpoint(note, other.verifier)).toThrow("is not signed by");
    const wrong = parseNote(note);
    const forged = { ...wrong, unverified: wrong.unverified.map((one) => ({ ...one, id: other.verifier.id })) };
    expect(() => openCheckpoint(formatNote(forged), other.verifier)).toThrow("signature of");
    const twice = formatNote({ ...wrong, unverified: [...wrong.unverified, ...wrong.unverified] });
    expect(openCheckpoint(twice, table.verifier)).toMatchObject({ size: 0, unchecked: [] });
    expect(openCheckpoint(twice, table.verifier).verified).toHaveLength(1);
    // The first one of a key counts, right or wrong.
    const junk = signatureLine(LOG, table.verifier.id, new Uint8Array(64));
    const [text = "", line = ""] = note.split("\n\n");
    expect(openCheckpoint(note + junk, table.verifier).verified).toHaveLength(1);
    expect(() => openCheckpoint(`${text}\n\n${junk}${line}`, table.verifier)).toThrow("signature of");
  });
  test("of another log are refused though this key signed them", () => {
    const foreign = signNote(checkpointText("tirada.example/other", 0, EMPTY_ROOT), table);
    expect(() => openCheckpoint(foreign, table.verifier)).toThrow('is of "tirada.example/other"');
  });
  test("have lines of names as Unicode has spaces: U+0085 is one, U+FEFF is none", () => {
    const note = signCheckpoint(0, EMPTY_ROOT, table);
    const named = (name: string): string => note + signatureLine(name, "01020304", new Uint8Array(64));
    expect(openCheckpoint(named("a\uFEFFb"), table.verifier).unchecked).toEqual(["a\uFEFFb"]);
    for (const name of ["a\u0085b", "a\u00A0b", "a\u2003b", "a\u3000b", "a+b", "a b"])
      expect(() => openCheckpoint(named(name), table.verifier)).toThrow("no signature line");
  });
  test("extension lines are kept", () => {
    expect(parseCheckpoint(`a\n1\n${ROOT}\nmore\n`).extensions).toEqual(["more"]);
  });
  test.each([
    ["", "names no log"],
    [`\n1\n${ROOT}\n`, "names no log"],
    [`a\n01\n${ROOT}\n`, "size"],
    [`a\n-1\n${ROOT}\n`, "size"],
    [`a\n1.0\n${ROOT}\n`, "size"],
    [`a\n9999999999999999\n${ROOT}\n`, "size"],
    ["a\n1\nAAAA\n", "root"],
    [`a\n1\n${ROOT.slice(0, -2)}V=\n`, "root"],
    [`a\n1\n${ROOT}`, "three lines"],
    [`a\n1\n${ROOT}\n\n`, "three lines"],
    [`a\n1\n${ROOT}\n${"x\n".repeat(9)}`, "three lines"],
  ])("%j is refused", (text, says) => expect(() => parseCheckpoint(text)).toThrow(says));
  test("every flipped bit is found", () => {
    const bytes = Buffer.from(note);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openCheckpoint(flipped.toString("utf8"), table.verifier), String(bit)).toThrow(NoteError);
    }
  });
});

describe("witnesses", () => {
  const cosigned = cosignCheckpoint(note, witness, 1_795_255_320);
  test("are named with their time when asked for, and ignored when not", () => {
    expect(openCheckpoint(cosigned, table.verifier, [witness.verifier]).witnessed).toEqual([
      { name: witness.verifier.name, time: 1_795_255_320 },
    ]);
    expect(openCheckpoint(cosigned, table.verifier).witnessed).toEqual([]);
    expect(openCheckpoint(note, table.verifier, [witness.verifier]).witnessed).toEqual([]);
  });
  test("a wrong time or signature of a known witness refuses the note", () => {
    const read = parseNote(cosigned);
    const start = read.unverified[1]!;
    for (let bit = 0; bit < start.signature.length * 8; bit++) {
      const signature = Uint8Array.from(start.signature);
      signature[bit >> 3]! ^= 1 << (bit & 7);
      const changed = formatNote({ ...read, unverified: [read.unverified[0]!, { ...start, signature }] });
      expect(() => openCheckpoint(changed, table.verifier, [witness.verifier])).toThrow("cosignature");
    }
  });
  test("a cosignature has a time that is not zero and a signature, 72 bytes", () => {
    const { text, unverified } = parseNote(cosigned);
    const bytes = unverified[1]?.signature ?? new Uint8Array(0);
    const { name, id } = witness.verifier;
    const opened = (signature: Uint8Array, key = witness.verifier) =>
      openNote({ text, unverified: [{ name, id, signature }] }, [key]);
    expect(lineOf(opened(bytes), witness.verifier)?.time).toBe(1_795_255_320);
    const zero = witness.sign(utf8(`cosignature/v1\ntime 0\n${text}`));
    for (const wrong of [
      bytes.subarray(1),
      Buffer.concat([bytes, Uint8Array.of(0)]),
      new Uint8Array(0),
      Buffer.alloc(72, 255),
      Buffer.concat([new Uint8Array(8), zero]),
    ])
      expect(() => opened(wrong)).toThrow("the cosignature of");
    // The same key as a log's is another key.
    const asLog = signerFromSeed(name, SEED_2).verifier;
    expect(opened(bytes, asLog)).toMatchObject({ verified: [], unchecked: [name] });
  });
  test("one key under two names signs nothing", () => {
    const same = signerFromSeed("tirada.example/other", SEED_2).verifier;
    expect(() => openCheckpoint(cosigned, table.verifier, [other.verifier, same])).toThrow(
      `${LOG} and tirada.example/other are one key under two names`,
    );
  });
  test("a log's key cannot cosign, and a cosignature is no log's signature", () => {
    expect(() => cosignCheckpoint(note, table, 1)).toThrow(NoteError);
    for (const time of [-1, 0, 0.5]) expect(() => cosignCheckpoint(note, witness, time)).toThrow(RangeError);
    expect(() => openCheckpoint(cosigned, witness.verifier)).toThrow(NoteError);
  });
});
