import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import {
  KeyError,
  parseVkey,
  privatePem,
  publicPem,
  signerFromPem,
  signerOf,
  verifierOf,
  pointFault,
} from "./keys.ts";

const NAME = "tirada.example/casino-1/table-07";
/** Group order of Ed25519 (RFC 8032 section 5.1). */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const made = generateKeyPairSync("ed25519");
const signer = signerOf(NAME, made.privateKey);

/** All encodings of the eight points of small order, the non-canonical too (as listed by libsodium and Zcash). */
const SMALL_ORDER = [
  "0100000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000080",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
];

describe("enrolment", () => {
  test("a key has 32 bytes, neither fewer nor more", () => {
    const { raw } = signer.verifier;
    for (const bytes of [raw.subarray(0, 31), Buffer.concat([raw, Uint8Array.of(0)])])
      expect(() => verifierOf(NAME, bytes)).toThrow(`has ${bytes.length} bytes`);
  });
  test.each(SMALL_ORDER)("%s is refused", (hex) => {
    expect(pointFault(Buffer.from(hex, "hex"))).not.toBeNull();
    expect(() => verifierOf(NAME, Buffer.from(hex, "hex"))).toThrow(KeyError);
  });
  test("about half of all y are on no point of the curve, and those are refused", () => {
    const faults = Array.from({ length: 64 }, (_, i) => pointFault(Buffer.alloc(32, i + 2).fill(0, 31)));
    const off = faults.filter((fault) => fault === "is not a point of the curve").length;
    expect(off).toBeGreaterThan(16);
    expect(off).toBeLessThan(48);
  });
  test("real keys pass, RFC 8032 tests 1 to 3 and a hundred made now", () => {
    for (const hex of [
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    ])
      expect(pointFault(Buffer.from(hex, "hex"))).toBeNull();
    for (let i = 0; i < 100; i++) {
      const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
      expect(pointFault(Buffer.from(x!, "base64url"))).toBeNull();
    }
  });
});

describe("vkeys", () => {
  test("read back what was written", () => {
    const read = parseVkey(signer.verifier.vkey);
    expect(read).toMatchObject({ name: NAME, use: "note", id: signer.verifier.id, vkey: signer.verifier.vkey });
    expect(read.verify(utf8("x"), signer.sign(utf8("x")))).toBe(true);
  });
  test("any changed character is refused", () => {
    const { vkey } = signer.verifier;
    for (let at = 0; at < vkey.length; at++)
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const changed = vkey.slice(0, at) + String.fromCharCode(vkey.charCodeAt(at) ^ bit) + vkey.slice(at + 1);
        expect(() => parseVkey(changed), changed).toThrow(KeyError);
      }
  });
  test.each(["", "a+b", "a+00000000+", "a+00000000+AQ==", `${"x".repeat(600)}+00000000+AQ==`])(
    "%j is refused",
    (vkey) => expect(() => parseVkey(vkey)).toThrow(KeyError),
  );
  test.each(["", "a b", "a+b", "a\u00a0b", "a\nb"])("%j cannot name a key", (name) =>
    expect(() => verifierOf(name, signer.verifier.raw)).toThrow(KeyError),
  );
});

describe("PEM", () => {
  test("goes in and out", () => {
    const again = signerFromPem(NAME, privatePem(made.privateKey));
    expect(again.verifier.vkey).toBe(signer.verifier.vkey);
    expect(publicPem(signer.verifier)).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });
  test("other kinds and nonsense are refused by a KeyError", () => {
    const ec = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    expect(() => signerFromPem(NAME, privatePem(ec.privateKey))).toThrow("not an Ed25519 private key");
    expect(() => signerFromPem(NAME, "nonsense")).toThrow("not readable as PEM");
    expect(() => signerFromPem(NAME, "x".repeat(5000))).toThrow("not a PEM key");
    expect(() => signerFromPem(NAME, publicPem(signer.verifier))).toThrow(KeyError);
  });
});

describe("signatures that only look right (the classes of Wycheproof's Ed25519 tests)", () => {
  const message = utf8('{"kind":"result"}');
  const right = signer.sign(message);
  const { verifier } = signer;
  const scalar = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
  const bytes32 = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

  test("the right one passes", () => expect(verifier.verify(message, right)).toBe(true));
  test("S + L, the same signature in another writing", () => {
    const s = scalar(right.subarray(32)) + L;
    expect(s < 2n ** 256n).toBe(true);
    expect(verifier.verify(message, Buffer.concat([right.subarray(0, 32), bytes32(s)]))).toBe(false);
  });
  test.each([
    ["S = 0", bytes32(0n)],
    ["S = 1", bytes32(1n)],
    ["S = L", bytes32(L)],
    ["S = L - 1", bytes32(L - 1n)],
    ["S all ones", Buffer.alloc(32, 255)],
  ])("%s", (_, s) => expect(verifier.verify(message, Buffer.concat([right.subarray(0, 32), s]))).toBe(false));
  test.each(SMALL_ORDER)("R = %s", (r) => {
    const small = Buffer.concat([Buffer.from(r, "hex"), right.subarray(32)]);
    expect(verifier.verify(message, small)).toBe(false);
    expect(verifier.verify(message, Buffer.concat([Buffer.from(r, "hex"), bytes32(0n)]))).toBe(false);
  });
  test.each([0, 1, 32, 63, 65, 128])("%i bytes", (length) => {
    expect(verifier.verify(message, Buffer.concat([right, right]).subarray(0, length))).toBe(false);
  });
  test("halves exchanged, R doubled, another message, another key", () => {
    const [r, s] = [right.subarray(0, 32), right.subarray(32)];
    expect(verifier.verify(message, Buffer.concat([s, r]))).toBe(false);
    expect(verifier.verify(message, Buffer.concat([r, r]))).toBe(false);
    expect(verifier.verify(utf8('{"kind":"Result"}'), right)).toBe(false);
    expect(signerOf(NAME, generateKeyPairSync("ed25519").privateKey).verifier.verify(message, right)).toBe(
      false,
    );
  });
  test("every single flipped bit", () => {
    for (let bit = 0; bit < 512; bit++) {
      const flipped = Buffer.from(right);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifier.verify(message, flipped)).toBe(false);
    }
  });
});
