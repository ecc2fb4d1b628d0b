import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRelayConfig } from "../../firmware/relay/config.ts";
import type { RemoteConfig } from "../../firmware/remote/messages.ts";
import { commandHere } from "../support/command.ts";
import { documentCommands } from "../support/document-commands.ts";
import { temporaryFolder } from "../support/folder.ts";
import { testTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";

/** The commands of docs/remote.md, as they stand there. */

const sections = documentCommands("remote.md");

/** The table of these tests. */
const LOG = "tirada.test/table/test";

const remoteIn = (folder: string): RemoteConfig => ({
  certificate: join(folder, "unit.pem"),
  key: join(folder, "unit.key.pem"),
  authority: join(folder, "authority", "authority.pem"),
  revoked: join(folder, "authority", "revoked.pem"),
  server: { host: "127.0.0.1", port: 0 },
  updater: join(folder, "updater.sock"),
});

it("is done as it stands", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  writeFileSync(join(folder, "browser-pass"), "a passphrase for the browser\n");
  const serialOf = (name: string): string => {
    const { certificates } = JSON.parse(readFileSync(join(folder, "authority", "issued.json"), "utf8")) as {
      certificates: { name: string; serial: string }[];
    };
    return certificates.find((one) => one.name === name)!.serial.slice(0, 8);
  };
  const shell: Record<string, () => string> = { $ANA: () => serialOf("Ana Soto") };
  /** Paths of the document are below the folder: a test does not change where its process stands. */
  const wordOf = (word: string): string => {
    const filled = word
      .replace(/^\$[A-Z]+/, (name) => shell[name]?.() ?? name)
      .replace("tirada.example/casino-1/table-07", LOG)
      .replaceAll('"', "");
    return /^(?:authority|pass|authority\/authority\.pem|[\w.-]+\.(?:pem|csr|order))$/.test(filled)
      ? join(folder, filled)
      : filled;
  };
  for (const [title, lines] of sections) {
    if (title === "An order") {
      const table = await testTable({ remote: () => Promise.resolve(remoteIn(folder)) });
      const said = (): string | undefined =>
        table.notices.find((one) => one.startsWith("remote: https on port"));
      await until("the server", () => said() !== undefined);
      shell["$UNIT"] = () => `https://127.0.0.1:${/\d+$/.exec(said()!)![0]}/`;
      const vkey = (await commandHere(["verify", table.journal, "--json"])).stdout;
      shell["$EXPORT"] = () => "ab".repeat(64);
      shell["$VKEY"] = () => (JSON.parse(vkey) as { vkey: string }).vkey;
    }
    for (const line of lines) {
      const [program, ...words] = (line.match(/"[^"]*"|\S+/g) ?? []).map(String);
      if (program === "openssl") {
        const { status, stderr } = spawnSync("openssl", words, { cwd: folder, encoding: "utf8" });
        expect([title, line, status, stderr.includes("rror")]).toEqual([title, line, 0, false]);
        continue;
      }
      expect(program).toBe("tirada");
      const ended = await commandHere(words.map(wordOf));
      expect([title, line, ended.status, ended.stderr]).toEqual([title, line, 0, ""]);
    }
  }
  // The configuration of the relay, as it stands there.
  const document = readFileSync(new URL("../../docs/remote.md", import.meta.url), "utf8");
  const [, yaml = ""] = /^```yaml\n(listen:[\s\S]*?)^```/m.exec(document) ?? [];
  writeFileSync(join(folder, "relay.yaml"), yaml);
  expect(Object.keys(readRelayConfig(join(folder, "relay.yaml")))).toHaveLength(7);
  expect([...sections.values()].filter((lines) => lines.length > 0)).toHaveLength(7);
});
