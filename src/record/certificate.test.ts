import { describe, expect, test } from "vitest";
import { LOG, signerFromSeed, SEED_2, someLines, table, witness, testLine } from "./vector.fixture.ts";
import { base64, utf8 } from "./bytes.ts";
import {
  CertificateError,
  codeFault,
  formatCode,
  formatProof,
  formatRecord,
  isCertificate,
  MAX_CERTIFICATE_BYTES,
  MAX_CODE,
  parseCode,
  parseProof,
  parseRecord,
} from "./certificate.ts";
import { verifyCertificate } from "./verify-certificate.ts";
import { canonical } from "./canonical.ts";
import { KEYS_MAX, rotationFields } from "./key-history.ts";
import { firstHead } from "./chain.ts";
import { cosignCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { KeyError } from "./keys.ts";
import { inclusionProof, leafHash, nodesOf, treeRoot } from "./merkle.ts";
import { numbersOfRun } from "../../test/support/volume.ts";

const lines = someLines(11).map(({ line }) => line);
const node = nodesOf(lines.map((line) => leafHash(utf8(line))));
const checkpoint = signCheckpoint(11, treeRoot(11, node), table);
const { vkey } = table.verifier;

function certificate(seq: number, note = checkpoint): { json: string; proof: string } {
  const line = lines[seq]!;
  const json = formatRecord({ line, sig: base64(table.sign(utf8(line))), vkey });
  return { json, proof: formatProof({ index: seq, hashes: inclusionProof(seq, 11, node), checkpoint: note }) };
}

describe("result certificates", () => {
  test.each(lines.map((_, seq) => seq))("record %i verifies with the key in hand", (seq) => {
    const report = verifyCertificate(certificate(seq), table.verifier);
    expect(report).toMatchObject({ ok: true, keySource: "given", firstSeq: seq, covered: 11, notes: [] });
  });
  test("without a key the report says what that means", () => {
    const report = verifyCertificate(certificate(3), null);
    expect(report.ok).toBe(true);
    expect(report.notes).toContain("key taken from the file itself: authenticity not proven");
  });
  test("without a proof the report says so", () => {
    const report = verifyCertificate({ json: certificate(3).json, proof: null }, table.verifier);
    expect(report.ok).toBe(true);
    expect(report.notes.join()).toContain("its place in the log is not proven");
  });
  test("a file made with another key is refused with the key in hand", () => {
    const thief = signerFromSeed(LOG, SEED_2);
    const line = lines[0]!;
    const json = formatRecord({ line, sig: base64(thief.sign(utf8(line))), vkey: thief.verifier.vkey });
    const report = verifyCertificate({ json, proof: null }, table.verifier);
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ what }) => what).join()).toContain("the file says its key is");
    expect(verifyCertificate({ json, proof: null }, null).ok).toBe(true);
  });
  test("the proof of another record is refused", () => {
    const report = verifyCertificate(
      { json: certificate(3).json, proof: certificate(4).proof },
      table.verifier,
    );
    expect(report.problems).toEqual([
      { seq: 3, what: "the proof is of record 4" },
      { seq: 3, what: "the proof does not lead from this line to the signed root" },
    ]);
  });
  test("a witness is reported", () => {
    const files = certificate(2, cosignCheckpoint(checkpoint, witness, 77));
    expect(verifyCertificate(files, table.verifier, [witness.verifier]).witnessed).toEqual([
      { name: witness.verifier.name, size: 11, time: 77 },
    ]);
  });
  test(
    "every flipped bit of either file is refused, with the key in hand and without",
    { timeout: 300_000 },
    () => {
      const files = certificate(6);
      for (const part of ["json", "proof"] as const) {
        const bytes = Buffer.from(files[part]);
        for (const bit of numbersOfRun(bytes.length * 8, 7, "certificate")) {
          const flipped = Buffer.from(bytes);
          flipped[bit >> 3]! ^= 1 << (bit & 7);
          const changed = { ...files, [part]: flipped.toString("utf8") };
          expect(refused(changed, true), `${part} bit ${bit}, key given`).toBe(true);
          expect(refused(changed, false), `${part} bit ${bit}`).toBe(true);
        }
      }
    },
  );
  test.each([
    "",
    "{}\n",
    '{"line":"x"}\n',
    "[]\n",
    "null\n",
    '{"line":1,"sig":2,"vkey":3}\n',
    `{"line":"${"x".repeat(200_000)}"}\n`,
  ])("%.30j is no certificate", (json) => expect(() => parseRecord(json)).toThrow(CertificateError));
  test.each([
    "",
    "c2sp.org/tlog-proof@v1\n",
    "c2sp.org/tlog-proof@v2\nindex 0\n\nx\n",
    "c2sp.org/tlog-proof@v1\nextra\nindex 0\n\nx\n",
    "c2sp.org/tlog-proof@v1\nextra !\nindex 0\n\nx\n",
    "c2sp.org/tlog-proof@v1\nextra AAAA\nextra AAAA\nindex 0\n\nx\n",
    "c2sp.org/tlog-proof@v1\nindex 0\nextra AAAA\n\nx\n",
    "c2sp.org/tlog-proof@v1\nindex 00\n\nx\n",
    "c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\nx\n",
    `c2sp.org/tlog-proof@v1\nindex 0\n${`${"A".repeat(43)}=\n`.repeat(107)}\nx\n`,
    "x".repeat(100_000),
  ])("%.40j is no proof", (proof) => expect(() => parseProof(proof)).toThrow(CertificateError));
  test("what a proof of others has more is read over", () =>
    expect(parseProof("c2sp.org/tlog-proof@v1\nextra AAAA\nindex 5\n\nx\n")).toEqual({
      index: 5,
      hashes: [],
      checkpoint: "x\n",
    }));
});

function refused(files: { json: string; proof: string }, given: boolean): boolean {
  try {
    return !verifyCertificate(files, given ? table.verifier : null).ok;
  } catch (error) {
    if (error instanceof CertificateError || error instanceof KeyError) return true;
    throw error;
  }
}

describe("a certificate of a log whose key changed", () => {
  const next = signerFromSeed(LOG, "11".repeat(32));
  const head = firstHead(LOG);
  const rotation = testLine(head, rotationFields(head, table.verifier, next, "planned"));
  const keys = [{ line: rotation.line, sig: base64(table.sign(utf8(rotation.line))) }];
  const { line } = testLine(rotation.head, { kind: "result" });
  const record = { line, sig: base64(next.sign(utf8(line))), vkey: next.verifier.vkey };

  test("holds the rotations, and either key in hand is enough", () => {
    const json = formatRecord({ ...record, keys });
    expect(isCertificate(json)).toBe(true);
    expect(isCertificate(formatRecord(record))).toBe(true);
    expect(isCertificate('{"vkey":')).toBe(false);
    expect(parseRecord(json)).toEqual({ ...record, keys });
    for (const key of [table, next])
      expect(verifyCertificate({ json, proof: null }, key.verifier)).toMatchObject({
        ok: true,
        vkey: next.verifier.vkey,
      });
  });

  test.each<[string, unknown]>([
    ["that are none", []],
    ["of another kind", {}],
    ["of null", [null]],
    ["without a signature", [{ line: "x" }]],
    ["with more", [{ line: "x", sig: "y", vkey: "z" }]],
    ["too many", Array.from({ length: KEYS_MAX }, () => ({ line: "x", sig: "y" }))],
  ])("with rotations %s is none", (_, wrong) => {
    expect(() => parseRecord(`${canonical({ ...record, keys: wrong })}\n`)).toThrow(
      "are no rotations of a key",
    );
  });

  test("must name the key of its own record", () => {
    const json = formatRecord({ ...record, vkey, keys });
    const said = `the file says its key is ${vkey}, not ${next.verifier.vkey}`;
    expect(verifyCertificate({ json, proof: null }, null).problems).toEqual([{ seq: 1, what: said }]);
  });
  test("with a rotation that is wrong says so, and counts for nothing", () => {
    const json = formatRecord({ ...record, keys: [{ line: rotation.line, sig: record.sig }] });
    const report = verifyCertificate({ json, proof: null }, table.verifier);
    expect(report.ok).toBe(false);
    expect(report.problems[0]?.what).toContain("rotation 1 of the key: it is not signed by");
  });
});

describe("what is no certificate of this table", () => {
  const whole = certificate(3);
  const whats = (json: string, proof: string | null = null): string =>
    verifyCertificate({ json, proof }, table.verifier)
      .problems.map(({ what }) => what)
      .join("; ");

  test("a key that cannot be read is told against the one in hand, and without one nothing is said", () => {
    const json = formatRecord({ ...parseRecord(whole.json), vkey: "x" });
    expect(whats(json)).toContain(`the file says its key is x, not ${vkey}`);
    expect(() => verifyCertificate({ json, proof: null }, null)).toThrow(KeyError);
    expect(() => verifyCertificate({ json, proof: null }, [])).toThrow(KeyError);
  });
  test("a line that is none, or of another log", () => {
    const signedAs = (line: string): string =>
      formatRecord({ line, sig: base64(table.sign(utf8(line))), vkey });
    expect(whats(signedAs("hello"))).toBe("the line is not JSON in UTF-8");
    const foreign = someLines(1, "tirada.example/other")[0]?.line ?? "";
    expect(whats(signedAs(foreign))).toBe('the line belongs to the log "tirada.example/other"');
  });
  test("a signature that is no base64", () => {
    expect(whats(formatRecord({ ...parseRecord(whole.json), sig: "?" }))).toBe(
      "the signature is not of this line",
    );
  });
  test("a proof that is none, and one whose checkpoint is none", () => {
    expect(whats(whole.json, "x")).toContain("the proof: the proof does not begin with");
    const empty = formatProof({ index: 3, hashes: [], checkpoint: "x" });
    expect(whats(whole.json, empty)).toContain("the proof: the note has no signature lines");
  });
  test("a file with more in it than a certificate has", () => {
    const more = canonical({ ...parseRecord(whole.json), more: 1 });
    expect(() => parseRecord(`${more}\n`)).toThrow("it does not consist of");
  });
  test("a file that is longer than any", () => {
    expect(() => parseRecord("x".repeat(MAX_CERTIFICATE_BYTES + 1))).toThrow(
      `over ${MAX_CERTIFICATE_BYTES} bytes`,
    );
    expect(() => parseProof("c2sp.org/tlog-proof@v1\n\nx")).toThrow("second line is not its index");
    expect(() => parseProof("c2sp.org/tlog-proof@v1")).toThrow("does not begin with");
  });
});

describe("codes", () => {
  const line = lines[5]!;
  const code = formatCode({ line, sig: base64(table.sign(utf8(line))) });
  test("fit a QR and prove the line", () => {
    expect(code.length).toBeLessThanOrEqual(MAX_CODE);
    expect(codeFault(parseCode(code), line, table.verifier)).toBeNull();
  });
  test("the longest log name and number still fit", () => {
    const log = `${"a".repeat(59)}/${"b".repeat(60)}`;
    const far = testLine({ log, seq: Number.MAX_SAFE_INTEGER - 1, prev: firstHead(log).prev }, {});
    expect(formatCode({ line: far.line, sig: base64(new Uint8Array(64)) }).length).toBeLessThanOrEqual(
      MAX_CODE,
    );
  });
  test("are of signed lines only", () => {
    const sig = base64(table.sign(utf8(line)));
    for (const wrong of [
      { line: "x", sig },
      { line, sig: "?" },
      { line, sig: base64(new Uint8Array(63)) },
    ])
      expect(() => formatCode(wrong)).toThrow("only a signed line of a log has a code");
    expect(codeFault(parseCode(code), "x", table.verifier)).toBe("the line is not JSON in UTF-8");
    expect(() => parseCode("x".repeat(MAX_CODE + 1))).toThrow("this is not a code of tirada");
    const far = code.replace(/ 5 /, " 9999999999999999 ");
    expect(() => parseCode(far)).toThrow("the code's number is too large");
    for (const wrong of [`TEST ${code}`, code.replace(/ (\S+) /, " $1/test ")])
      expect(() => parseCode(wrong)).toThrow("does not say of its log whether it is a test");
  });
  test("are not of another line, key or log", () => {
    expect(codeFault(parseCode(code), lines[4]!, table.verifier)).toContain("record 5");
    expect(codeFault(parseCode(code), line, signerFromSeed(LOG, SEED_2).verifier)).toContain("signature");
    expect(codeFault(parseCode(code), line, signerFromSeed("a/b", SEED_2).verifier)).toContain("another log");
    expect(codeFault(parseCode(code), line.replace('"round":5', '"round":6'), table.verifier)).toContain(
      "another line",
    );
  });
  test("every flipped bit is found", () => {
    const bytes = Buffer.from(code);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      let found = true;
      try {
        found = codeFault(parseCode(flipped.toString("utf8")), line, table.verifier) !== null;
      } catch (error) {
        expect(error).toBeInstanceOf(CertificateError);
      }
      expect(found, String(bit)).toBe(true);
    }
  });
});
