import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readRelayConfig } from "../../firmware/office/relay/config.ts";
import { runRelay, type RunningRelay } from "../../firmware/office/relay/run.ts";
import type { RemoteConfig } from "../../firmware/afar/orders/messages.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { formatRenewal, lineOfRenewal, requestOf } from "../../src/orders/renewal.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { askFar } from "../support/casino.ts";
import { signatureBy } from "../support/orders.ts";
import { untilKnown } from "../support/known-table.ts";
import { commandHere } from "../support/command.ts";
import { documentCommands } from "../support/document-commands.ts";
import { temporaryFolder } from "../support/folder.ts";
import { testTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";

/** The commands of docs/remote.md, as they stand there. */

const sections = documentCommands("remote.md");

/** The table of these tests. */
const LOG = "tirada.test/table/test";

const remoteIn = (folder: string, port: number): RemoteConfig => ({
  certificate: join(folder, "unit.pem"),
  key: join(folder, "unit.key.pem"),
  authority: join(folder, "authority", "authority.pem"),
  revoked: join(folder, "authority", "revoked.pem"),
  server: { host: "127.0.0.1", port: 0 },
  updater: join(folder, "updater.sock"),
  relay: { url: `https://127.0.0.1:${port}/`, everySeconds: 1 },
});

it("is done as it stands", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  writeFileSync(join(folder, "browser-pass"), "a passphrase for the browser\n");
  const serialOf = (name: string): string => {
    const { certificates } = JSON.parse(readFileSync(join(folder, "authority", "issued.json"), "utf8")) as {
      certificates: { name: string; serial: string }[];
    };
    return certificates.find((one) => one.name === name)!.serial.slice(0, 8);
  };
  const keyFile = (): string => readFileSync(join(folder, "ana.age.key"), "utf8");
  const shell: Record<string, () => string> = {
    $ANA: () => serialOf("Ana Soto"),
    $RECIPIENT: () => /age1\w+/.exec(keyFile())![0],
  };
  /** Paths of the document are below the folder: a test does not change where its process stands. */
  const wordOf = (word: string): string => {
    const filled = word
      .replace(/^\$[A-Z]+/, (name) => shell[name]?.() ?? name)
      .replace("tirada.example/casino-1/table-07", LOG)
      .replaceAll('"', "");
    return /^(?:authority|pass|requests|certificates|authority\/authority\.pem|[\w.-]+\.(?:pem|csr|order|yaml|plan|key|answer|bundle|files))$/.test(
      filled,
    )
      ? join(folder, filled)
      : filled;
  };
  for (const [title, lines] of sections) {
    if (title === "An order") {
      const table = await testTable({ remote: () => Promise.resolve(remoteIn(folder, port)) });
      const said = (): string | undefined =>
        table.notices.find((one) => one.startsWith("remote: https on port"));
      await until("the server", () => said() !== undefined);
      shell["$UNIT"] = () => `https://127.0.0.1:${/\d+$/.exec(said()!)![0]}/`;
      const vkey = (await commandHere(["verify", table.journal, "--json"])).stdout;
      shell["$EXPORT"] = () => "ab".repeat(64);
      shell["$VKEY"] = () => (JSON.parse(vkey) as { vkey: string }).vkey;
    }
    if (title === "A fleet") {
      const relay = await startRelay(folder, port);
      onTestFinished(() => relay.stop());
      shell["$RELAY"] = () => relay.url;
      await untilKnown(join(folder, "boxes"), LOG);
      const plan = yamlOf("name: spring").replace(/vkey: .*/, `vkey: "${shell["$VKEY"]!()}"`);
      writeFileSync(join(folder, "spring.yaml"), plan.replaceAll("tirada.example/casino-1/table-07", LOG));
    }
    if (title === "The next certificate") await leaveRequest(folder, shell["$RELAY"]!());
    for (const line of lines) {
      const [program, ...words] = (line.match(/"[^"]*"|\S+/g) ?? []).map(String);
      if (program === "mv") {
        const [from = "", to = ""] = words.map(wordOf);
        renameSync(from, to);
        continue;
      }
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
  expect([...sections.values()].filter((lines) => lines.length > 0)).toHaveLength(9);
  expect(readdirSync(join(folder, "certificates"))).toHaveLength(1);
}, 120_000);

/** A request for the next certificate of the table's unit, as the unit itself leaves it when it is time. */
async function leaveRequest(folder: string, relay: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const [cert, key] = [read("unit.pem"), read("unit.key.pem")];
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const request = (await requestOf(privateKey)).toString("base64");
  const at = rfc3339(systemClock().wall());
  const line = lineOfRenewal({ v: 1, kind: "renewal", name: LOG, at, request });
  const text = formatRenewal(line, signatureBy({ cert, key }, line));
  const ca = read("authority/authority.pem");
  expect((await askFar(`${relay}renewal`, { ca }, { cert, key }, text)).status).toBe(200);
}

/** The file of the document that begins with this line. */
function yamlOf(first: string): string {
  const document = readFileSync(new URL("../../docs/remote.md", import.meta.url), "utf8");
  const blocks = [...document.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = ""]) => yaml);
  return blocks.find((yaml) => yaml.startsWith(first)) ?? "";
}

/** The relay with its configuration as it stands there, and its files where the test has them. */
function startRelay(folder: string, port: number): Promise<RunningRelay> {
  const yaml = yamlOf("listen:");
  writeFileSync(join(folder, "relay.yaml"), yaml);
  const config = readRelayConfig(join(folder, "relay.yaml"));
  expect(Object.keys(config)).toHaveLength(7);
  const here = (path: string): string => join(folder, path);
  mkdirSync(here("tree"));
  return runRelay(
    {
      listen: { ...config.listen, port },
      certificate: here(config.certificate),
      key: here(config.key),
      authority: here(config.authority),
      revoked: here(config.revoked),
      folder: here(config.folder),
      tree: here(config.tree ?? ""),
    },
    systemClock(),
    () => undefined,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
