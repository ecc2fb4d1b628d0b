import { describe, expect, it } from "vitest";
import { sha256Hex } from "../record/bytes.ts";
import {
  AGE_RECIPIENT,
  BUNDLE_PART_BYTES,
  BUNDLE_PARTS_MAX,
  BUNDLE_SENT_MAX,
  bundleIn,
  lengthOfPart,
  partFault,
  partsOf,
  type SentBundle,
} from "./sent-bundle.ts";

const sealed = Buffer.alloc(2 * BUNDLE_PART_BYTES + 5, 1);
sealed[0] = 2;
const parts = partsOf(sealed);
const RECIPIENT = `age1${"q".repeat(58)}`;
const BUNDLE: SentBundle = {
  bytes: sealed.length,
  sha256: sha256Hex(sealed),
  parts: parts.map(sha256Hex),
  recipient: RECIPIENT,
  files: 3,
  missing: [{ name: "a", why: "b" }],
};

describe("a bundle that is sent", () => {
  it("is cut into parts of one length, the last as long as it is", () => {
    expect(parts.map(({ length }) => length)).toEqual([BUNDLE_PART_BYTES, BUNDLE_PART_BYTES, 5]);
    expect(Buffer.concat(parts).equals(sealed)).toBe(true);
    expect([0, 1, 2].map((at) => lengthOfPart(BUNDLE, at))).toEqual([BUNDLE_PART_BYTES, BUNDLE_PART_BYTES, 5]);
    expect(partsOf(new Uint8Array(0))).toEqual([]);
  });

  it("is named by an answer whole, or not at all", () => {
    expect(bundleIn(BUNDLE)).toEqual(BUNDLE);
    const longest = {
      ...BUNDLE,
      bytes: BUNDLE_SENT_MAX,
      parts: Array<string>(BUNDLE_PARTS_MAX).fill("ab".repeat(32)),
    };
    expect(bundleIn(longest)).toEqual(longest);
    expect(
      bundleIn({
        ...BUNDLE,
        missing: Array(200).fill({ name: "n".repeat(200), why: "w".repeat(300) }),
        files: 0,
      }),
    ).not.toBeNull();
    for (const wrong of [
      null,
      { ...BUNDLE, more: 1 },
      { ...BUNDLE, bytes: 0, parts: [] },
      { ...BUNDLE, bytes: BUNDLE_SENT_MAX + 1 },
      { ...BUNDLE, bytes: 3 * BUNDLE_PART_BYTES + 1 },
      { ...BUNDLE, parts: BUNDLE.parts.slice(1) },
      { ...BUNDLE, parts: [] },
      { ...BUNDLE, sha256: "ab" },
      { ...BUNDLE, sha256: `${"ab".repeat(32)}a` },
      { ...BUNDLE, sha256: `g${"ab".repeat(32)}` },
      { ...BUNDLE, recipient: "age1" },
      { ...BUNDLE, files: -1 },
      { ...BUNDLE, missing: [{ name: "n".repeat(201), why: "" }] },
      { ...BUNDLE, missing: [{ name: "", why: "w".repeat(301) }] },
      { ...BUNDLE, missing: [{ name: "", why: "", x: 1 }] },
      { ...BUNDLE, missing: Array(201).fill({ name: "a", why: "b" }) },
    ])
      expect(bundleIn(wrong)).toBeNull();
  });

  it("says of bytes that are no part of it what they are", () => {
    const [first = sealed, second = sealed, last = sealed] = parts;
    expect([partFault(BUNDLE, 0, first), partFault(BUNDLE, 1, second), partFault(BUNDLE, 2, last)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(partFault(BUNDLE, 2, last.subarray(1))).toBe("cut off: 4 of 5 bytes");
    expect(partFault(BUNDLE, 2, first)).toBe(`too large: ${BUNDLE_PART_BYTES} bytes, not 5`);
    expect(partFault(BUNDLE, 1, first)).toBe("part 1 in its place");
    expect(partFault(BUNDLE, 2, Buffer.alloc(5))).toBe(
      "changed, or of another bundle: it is not what the table signed",
    );
  });

  it("is for one person, by a public key of age", () => {
    expect(AGE_RECIPIENT.test(RECIPIENT)).toBe(true);
    for (const wrong of [
      RECIPIENT.slice(0, -1),
      `${RECIPIENT}q`,
      ` ${RECIPIENT}`,
      RECIPIENT.replace("qq", "qb"),
      RECIPIENT.replace("qq", "q1"),
    ])
      expect([wrong, AGE_RECIPIENT.test(wrong)]).toEqual([wrong, false]);
  });
});
