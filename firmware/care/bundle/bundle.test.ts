import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { signerOf } from "../../../src/record/keys.ts";
import { BUNDLE_NAMESPACE, EVIDENCE_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { numbersOfRun } from "../../../test/support/volume.ts";
import { decryptWith, encryptTo, identitiesIn, isRecipient, makeIdentity } from "./age.ts";
import { collectFiles, LEFT_OUT, withoutSecrets } from "./collect.ts";
import { BUNDLE_BYTES_MAX, manifestText, openBundle, packBundle, sha512Of, type BundleFile } from "./format.ts";

const LOG = "tirada.test/bundle";
const signer = signerOf(LOG, generateKeyPairSync("ed25519").privateKey);
const FILES: readonly BundleFile[] = [
  { name: "tirada-bundle/log.txt", bytes: Buffer.from("a line\n") },
  { name: "tirada-bundle/recordings/wheel-000001.jsonl", bytes: Buffer.alloc(700, 65) },
];

function bundle(namespace = BUNDLE_NAMESPACE, files = FILES): Uint8Array {
  const of = {
    at: "2026-01-01T00:00:00.000Z",
    log: LOG,
    vkey: signer.verifier.vkey,
    release: "0.7.0",
    missing: [],
  };
  const manifest = manifestText(files, of);
  return packBundle(files, manifest, signSsh(sha512Of(manifest), namespace, signer));
}

describe("a bundle", () => {
  it("opens as it was packed", () => {
    const { manifest, files } = openBundle(bundle());
    expect(manifest).toMatchObject({ log: LOG, vkey: signer.verifier.vkey });
    expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual(
      FILES.map(({ name, bytes }) => [name, Buffer.from(bytes)]),
    );
  });

  it("with any bit of its files, its manifest or its signature changed, or cut anywhere, is refused", () => {
    const whole = bundle();
    for (const number of numbersOfRun(whole.length * 8, 811, "bits of a bundle")) {
      const changed = Uint8Array.from(whole);
      changed[number >> 3]! ^= 1 << (number & 7);
      expect(() => openBundle(changed), `bit ${number}`).toThrow();
      expect(() => openBundle(whole.subarray(0, number >> 3)), `${number >> 3} bytes`).toThrow();
    }
    expect(() => openBundle(Buffer.concat([whole, Buffer.alloc(512)]))).toThrow();
  });

  it("is no evidence, and evidence is no bundle", () => {
    expect(() => openBundle(bundle(EVIDENCE_NAMESPACE))).toThrow("not for the namespace tirada-bundle");
  });

  it("is at most 64 MiB", () => {
    const files = [{ name: "tirada-bundle/log.txt", bytes: Buffer.alloc(BUNDLE_BYTES_MAX) }];
    expect(() => packBundle(files, "", "")).toThrow(RangeError);
  });
});

describe("encrypted to a person", () => {
  let own: { file: string; recipient: string };
  let other: { file: string; recipient: string };
  beforeAll(async () => {
    own = await makeIdentity();
    other = await makeIdentity();
  });

  it("opens with that person's key and no other, and not when a bit is changed", async () => {
    const sealed = await encryptTo(own.recipient, bundle());
    expect(Buffer.from(sealed).includes("a line")).toBe(false);
    expect(openBundle(await decryptWith(identitiesIn(own.file), sealed)).manifest.log).toBe(LOG);
    await expect(decryptWith(identitiesIn(other.file), sealed)).rejects.toThrow();
    for (const at of [30, 150, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed);
      changed[at]! ^= 1;
      await expect(decryptWith(identitiesIn(own.file), changed), `byte ${at}`).rejects.toThrow();
    }
  });

  it("takes a public key for nothing else", () => {
    expect(isRecipient(own.recipient)).toBe(true);
    for (const text of ["", "age1", `${own.recipient}x`, own.file, "ssh-ed25519 AAAA"])
      expect(isRecipient(text)).toBe(false);
    expect(identitiesIn(`# a word\n\n${own.recipient}\n`)).toEqual([]);
  });
});

it("a configuration leaves the unit without PINs, passwords and keys; public keys stay", () => {
  const config = {
    people: [{ name: "Ana", role: "croupier", pin: "scrypt$16384$8$1$AAAA$w76G" }],
    dice: {
      thrower: {
        device: "shaker-mqtt",
        username: "u-secret",
        password: "p-secret",
        url: "mqtts://u-secret:p-secret@host:8883",
      },
    },
    note: "-----BEGIN PRIVATE KEY-----",
    witness: {
      url: "https://witness.test",
      key: "witness.test+1a2b3c4d+BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    },
    storage: {
      folder: "/var/lib/tirada",
      inspectors: ["a.test+1a2b3c4d+BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"],
    },
    test: true,
  };
  const text = JSON.stringify(withoutSecrets(config));
  expect(text).not.toMatch(/scrypt|secret|PRIVATE/);
  expect(text.split(LEFT_OUT)).toHaveLength(6);
  expect(withoutSecrets(config)).toMatchObject({
    witness: config.witness,
    storage: config.storage,
    test: true,
  });
});

describe("recordings in a bundle", () => {
  const texts = { report: {}, health: null, metrics: null, log: [], config: {} };
  /** A number: so many bytes that nobody wrote. */
  function folder(files: Readonly<Record<string, string | number>>): string {
    const at = join(temporaryFolder(), "recordings");
    mkdirSync(at);
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(at, name), typeof text === "string" ? text : "");
      if (typeof text === "number") truncateSync(join(at, name), text);
    }
    return at;
  }
  const recorded = (at: string, newest: { segment: string; bytes: number } | null) => {
    const { files, missing } = collectFiles(texts, at, { newest });
    const found = files.filter(({ name }) => name.includes("/recordings/"));
    return {
      files: found.map(({ name, bytes }) => [name.split("/").at(-1), Buffer.from(bytes).toString()]),
      missing,
    };
  };
  const THREE = {
    "wheel-000001.jsonl": "one\n",
    "wheel-000002.jsonl": "closed\nrunning\n",
    "wheel-000003.jsonl": "running\n",
    "shoe-000004.7.sealed": "sealed\n",
    "shoe-000004.damaged": "damaged\n",
  };

  it("end with the last verdict of a running unit: nothing of a round that runs, and nothing sealed", () => {
    expect(recorded(folder(THREE), { segment: "wheel-000002", bytes: 7 })).toEqual({
      files: [
        ["wheel-000002.jsonl", "closed\n"],
        ["wheel-000001.jsonl", "one\n"],
      ],
      missing: [],
    });
  });

  it("of a unit that is stopped are all that lie in plain text", () => {
    expect(recorded(folder(THREE), null).files.map(([name]) => name)).toEqual([
      "wheel-000003.jsonl",
      "wheel-000002.jsonl",
      "wheel-000001.jsonl",
    ]);
  });

  it("go in from the newest on as far as they fit; the others are named", () => {
    const large = 40 * 1024 * 1024;
    const { files, missing } = recorded(
      folder({ "wheel-000001.jsonl": large, "wheel-000002.jsonl": large, "wheel-000003.jsonl": "new\n" }),
      null,
    );
    expect(files.map(([name]) => name)).toEqual(["wheel-000003.jsonl", "wheel-000002.jsonl"]);
    expect(missing).toEqual([{ name: "wheel-000001.jsonl", why: "it does not fit into a bundle" }]);
  });
});
