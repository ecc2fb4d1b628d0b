import { execFileSync, spawnSync } from "node:child_process";
import { exportFrom } from "../../../firmware/journal/store/journal.fixture.ts";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openJournal } from "../../../firmware/journal/thread/client.ts";
import { writeRawRecord } from "../../../firmware/journal/export/inspect.ts";
import { cosignCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { table, testLine, witness } from "../../../src/record/vector.fixture.ts";

/**
 * What an inspector does with public tools and nothing of ours. Debian packages: openssl (3.0 or newer), jq,
 * openssh-client, coreutils (sha256sum). Each must accept what the table wrote and refuse one changed digit.
 */
const LOG = "tirada.example/casino-1/table-07";
const COUNT = 12;
let folder = "";
let exportPath = "";

const inFolder = (name: string): string => join(folder, name);
const status = (command: string, args: readonly string[], input?: string | Buffer): number | null =>
  spawnSync(command, args, { cwd: folder, input }).status;
const shell = (script: string): string =>
  execFileSync("bash", ["-euo", "pipefail", "-c", script], { cwd: folder }).toString();

/** The file with the first digit after `mark` changed. */
function oneDigit(name: string, mark: string): Buffer {
  const bytes = readFileSync(inFolder(name));
  const from = bytes.indexOf(mark) + mark.length;
  const at = bytes.findIndex((byte, i) => i >= from && byte >= 0x30 && byte <= 0x39);
  expect(at).toBeGreaterThan(0);
  bytes[at] = bytes[at] === 0x39 ? 0x30 : (bytes[at] ?? 0) + 1;
  return bytes;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tirada-tools-"));
  const path = inFolder("table/journal.db");
  mkdirSync(inFolder("table"));
  const journal = await openJournal({ path, keyPath: inFolder("key.pem"), log: LOG, recordings: null });
  for (let i = 0; i < COUNT; i++) {
    const fields = {
      kind: "result",
      round: i,
      result: { pocket: String(i) },
      text: 'a "quote", a \\ and año €😀',
    };
    await journal.commit(testLine(journal.head(), fields));
  }
  exportPath = (await exportFrom(journal, { from: 0, to: COUNT - 1 }, inFolder("shift.tirada-export"))).path;
  await journal.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("openssl", () => {
  const verify = (rec: string): number | null =>
    status("openssl", [
      "pkeyutl",
      "-verify",
      "-pubin",
      "-inkey",
      "table.pub.pem",
      "-rawin",
      "-in",
      rec,
      "-sigfile",
      "rec.sig",
    ]);
  test("verifies each record, and none with one digit changed", () => {
    for (let seq = 0; seq < COUNT; seq++) {
      writeRawRecord(inFolder("table/journal.db"), seq, folder);
      expect(verify("rec")).toBe(0);
      writeFileSync(inFolder("changed"), oneDigit("rec", '"pocket":"'));
      expect(verify("changed")).toBe(1);
    }
  });
  test("reads the table's key", () => {
    expect(shell("openssl pkey -in key.pem -noout -text | head -1")).toContain("ED25519 Private-Key");
    expect(shell("openssl pkey -in key.pem -pubout")).toBe(readFileSync(inFolder("table.pub.pem"), "utf8"));
  });
});

describe("jq and sha256sum", () => {
  /** Prints `ok` when each line carries the hash of the one before, as the inspector's manual has it. */
  const chain = (file: string): string =>
    shell(`
      want=${"0".repeat(64)}
      n=0
      while IFS= read -r wrapped; do
        line=$(jq -r .line <<<"$wrapped"; echo x); line=\${line%$'\\nx'}
        [ "$(jq -r .prev <<<"$line")" = "$want" ] || { echo "broken at $n"; exit 0; }
        [ "$(jq -r .seq <<<"$line")" = "$n" ] || { echo "hole at $n"; exit 0; }
        want=$(printf %s "$line" | sha256sum | cut -d' ' -f1)
        n=$((n + 1))
      done < <(jq -c 'select(.line)' ${file})
      echo "ok $n"`).trim();
  test("follow the chain of an export and find one changed digit", () => {
    expect(chain("shift.tirada-export")).toBe(`ok ${COUNT}`);
    writeFileSync(inFolder("changed"), oneDigit("shift.tirada-export", '\\"pocket\\":\\"'));
    expect(chain("changed")).toBe("broken at 1");
  });
});

describe("ssh-keygen", () => {
  const verify = (
    input: Buffer,
    sig = `${exportPath}.sig`,
    namespace = "tirada-evidence",
    who = LOG,
  ): number | null =>
    status(
      "ssh-keygen",
      ["-Y", "verify", "-f", `${exportPath}.allowed_signers`, "-I", who, "-n", namespace, "-s", sig],
      input,
    );
  test("verifies the whole export, and not with one digit changed, nor for another purpose or table", () => {
    expect(verify(readFileSync(exportPath))).toBe(0);
    expect(verify(oneDigit("shift.tirada-export", '\\"pocket\\":\\"'))).not.toBe(0);
    expect(verify(readFileSync(exportPath), undefined, "file")).not.toBe(0);
    expect(verify(readFileSync(exportPath), undefined, undefined, "tirada.example/casino-1/table-08")).not.toBe(
      0,
    );
  });
  test("signs as we do, to the byte, with the same key", async () => {
    const { signerFromPem } = await import("../../../src/record/keys.ts");
    const { signSsh } = await import("../../../src/record/sshsig.ts");
    const { createHash } = await import("node:crypto");
    const signer = signerFromPem(LOG, readFileSync(inFolder("key.pem"), "utf8"));
    writeFileSync(inFolder("id"), openSshKey(signer.verifier.raw, readFileSync(inFolder("key.pem"), "utf8")), {
      mode: 0o600,
    });
    writeFileSync(inFolder("message"), "what is signed\n");
    expect(status("ssh-keygen", ["-Y", "sign", "-f", "id", "-n", "tirada-evidence", "message"])).toBe(0);
    const digest = createHash("sha512").update("what is signed\n").digest();
    expect(readFileSync(inFolder("message.sig"), "utf8")).toBe(signSsh(digest, "tirada-evidence", signer));
  });
});

/** The key in OpenSSH's own format (PROTOCOL.key, unencrypted), which ssh-keygen needs for signing. */
function openSshKey(pub: Uint8Array, pem: string): string {
  const seed = Buffer.from(
    pem.slice(pem.indexOf("-----BEGIN")).split("\n").slice(1, -2).join(""),
    "base64",
  ).subarray(-32);
  const u32 = (n: number): Buffer => Buffer.from([0, 0, n >> 8, n & 255]);
  const field = (bytes: Uint8Array | string): Buffer =>
    Buffer.concat([u32(Buffer.from(bytes as string).length), Buffer.from(bytes as string)]);
  const publicBlob = Buffer.concat([field("ssh-ed25519"), field(pub)]);
  const secret = Buffer.concat([
    u32(7),
    u32(7),
    field("ssh-ed25519"),
    field(pub),
    field(Buffer.concat([seed, pub])),
    field(""),
  ]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, i) => i + 1));
  const blob = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field("none"),
    field("none"),
    field(""),
    u32(1),
    field(publicBlob),
    field(Buffer.concat([secret, padding])),
  ]);
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${blob.toString("base64").replace(/.{1,70}/g, "$&\n")}-----END OPENSSH PRIVATE KEY-----\n`;
}

describe("openssl and a cosignature", () => {
  /** The commands of docs/witness.md, on its names of files. */
  const steps = readFileSync(new URL("../../../docs/witness.md", import.meta.url), "utf8")
    .split("```sh\n")[1]
    ?.split("```")[0];
  const note = signCheckpoint(3, new Uint8Array(32).fill(7), table);
  const check = (kept: string): number | null => {
    writeFileSync(inFolder("kept.note"), kept);
    const { status: ended, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", steps ?? "exit 9"], {
      cwd: folder,
      env: { ...process.env, WITNESS: witness.verifier.vkey },
    });
    return stdout.toString().includes("1795255320") ? ended : -1;
  };
  test("verifies what a witness signed, and nothing that was changed", () => {
    const cosigned = cosignCheckpoint(note, witness, 1_795_255_320);
    expect(check(cosigned)).toBe(0);
    expect(check(cosigned.replace("\n3\n", "\n4\n"))).toBe(1);
  });
});
