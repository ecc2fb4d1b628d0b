import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { allowedSigner, EVIDENCE_NAMESPACE, MAX_SSHSIG, signSsh, sshSignatureFault } from "./sshsig.ts";
import { LOG, SEED_2, signerFromSeed, table } from "./vector.fixture.ts";

/** SSH signatures of exports. That ssh-keygen itself takes them, test/conformance/evidence shows. */

const digestOf = (text: string): Buffer => createHash("sha512").update(text).digest();
const DIGEST = digestOf("records");
const SIGNED = signSsh(DIGEST, EVIDENCE_NAMESPACE, table);
const faultOf = (armoured: string, digest = DIGEST, namespace = EVIDENCE_NAMESPACE): string | null =>
  sshSignatureFault(armoured, digest, namespace, table.verifier);

/** The same armour around other bytes. */
function rearmoured(change: (blob: Buffer) => Buffer): string {
  const [begin = "", ...body] = SIGNED.trimEnd().split("\n");
  const end = body.pop() ?? "";
  const text = change(Buffer.from(body.join(""), "base64")).toString("base64");
  return `${begin}\n${text.replace(/.{1,70}/g, "$&\n")}${end}\n`;
}

describe("an SSH signature", () => {
  test("holds over the digest, in its namespace, by its key", () => {
    expect(faultOf(SIGNED)).toBe(null);
    expect(rearmoured((blob) => blob)).toBe(SIGNED);
  });

  test.each<[string, string | null]>([
    ["over other bytes", faultOf(SIGNED, digestOf("other"))],
    ["with another signature", faultOf(rearmoured((blob) => flipped(blob, blob.length - 1)))],
  ])("%s is not of the file", (_, fault) => {
    expect(fault).toBe("the file is not what was signed");
  });

  test("for another namespace, or with another hash, is none", () => {
    expect(faultOf(SIGNED, DIGEST, "git")).toBe("it is not for the namespace git with SHA-512");
    const at = (blob: Buffer): number => blob.indexOf("sha512");
    expect(faultOf(rearmoured((blob) => flipped(blob, at(blob))))).toMatch("it is not for the namespace");
  });

  test("of another key is none", () => {
    const other = signerFromSeed(LOG, SEED_2);
    expect(faultOf(signSsh(DIGEST, EVIDENCE_NAMESPACE, other))).toBe(`it was not made with the key of ${LOG}`);
  });

  test("of another algorithm is none", () => {
    const at = (blob: Buffer): number => blob.lastIndexOf("ssh-ed25519");
    expect(faultOf(rearmoured((blob) => flipped(blob, at(blob))))).toBe("it is not an Ed25519 signature");
    expect(faultOf(rearmoured((blob) => blob.subarray(0, -1)))).toBe("it is not an Ed25519 signature");
    expect(faultOf(rearmoured((blob) => Buffer.concat([blob, Buffer.from([0])])))).toBe(
      "it is not an Ed25519 signature",
    );
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["other text", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"],
    ["armour without a body", "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n"],
    ["base64 that is none", "-----BEGIN SSH SIGNATURE-----\nA=A\n-----END SSH SIGNATURE-----\n"],
    ["lines of another length", SIGNED.replace(/^(.{60})(.{10})\n/m, "$1\n$2\n")],
    ["a blank at its end", `${SIGNED} `],
    ["no line feed at its end", SIGNED.trimEnd()],
    ["too much of it", "A".repeat(MAX_SSHSIG + 1)],
  ])("of %s is none", (_, text) => {
    expect(faultOf(text)).toBe("it is not an SSH signature");
  });

  test("has one text: each flipped bit is refused", () => {
    const bytes = utf8(SIGNED);
    for (let at = 0; at < bytes.length; at++)
      expect(faultOf(flipped(bytes, at).toString("latin1"))).not.toBe(null);
  });
});

test("the line of allowed signers names log, namespace and key", () => {
  expect(allowedSigner(table.verifier, EVIDENCE_NAMESPACE)).toMatch(
    new RegExp(`^${LOG} namespaces="tirada-evidence" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]+\n$`),
  );
});

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
