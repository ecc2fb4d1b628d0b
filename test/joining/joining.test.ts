import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../firmware/afar/join/answers.ts";
import { X509Certificate } from "node:crypto";
import { buildPackage, packageFile } from "../../firmware/delivery/package/build-package.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S, wallMs } from "../../src/time/instant.ts";
import { BENCH_ANSWERS, benchWheel } from "../support/bench-table.ts";
import { BARE_DEBIAN, bootMachine, bootMissing } from "../support/booted-machine.ts";
import { builtRelease, ROOT } from "../support/built-release.ts";
import { commandHere } from "../support/command.ts";
import { documentCommands } from "../support/document-commands.ts";
import { buildRelease } from "../../firmware/delivery/build/build-release.ts";
import { newKeys, PLATFORM, ReleaseTree } from "../support/release-tree.ts";
import { SOAK } from "../support/volume.ts";

/**
 * docs/joining.md as it stands, on the packaged services: a Debian of its own with systemd and the image's firewall in namespaces of this
 * kernel, a casino behind a cable. What the machine found is a text that is read here.
 */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const EPOCH = 1_790_000_000;
const MINUTE = 60_000;
const MACHINE_MAX_US = 80 * 60 * US_PER_S;
const clock = systemClock();
const sections = documentCommands("joining.md");
const commandsOf = (title: string): readonly string[] => sections.get(title) ?? [];

const openssl = (...words: string[]): void => {
  expect([words, spawnSync("openssl", words).status]).toEqual([words, 0]);
};
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

async function tirada(...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await commandHere(words);
  expect([words, status, stderr]).toEqual([words, 0, ""]);
  return stdout;
}

/** What a release is built from, beside its packages. */
const SOURCES = ["bin", "src", "drivers", "firmware", "package.json", "package-lock.json"];
const GOOD = "0.8.1";
const BAD = "0.8.2";

/** The files of a later release, by name: this one under another version. `change`: what is otherwise in its sources. */
async function laterRelease(
  version: string,
  change: (root: string) => void = () => undefined,
): Promise<Readonly<Record<string, Buffer>>> {
  const root = `${mkdtempSync(join(tmpdir(), "tirada-later-"))}/`;
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of SOURCES) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  const project = join(root, "package.json");
  writeFileSync(project, readFileSync(project, "utf8").replace(/"version": ".*"/, `"version": "${version}"`));
  change(root);
  const out = join(root, "out");
  await buildRelease({ root, platform: PLATFORM, out, noReturn: false, packages: ROOT, kept: null });
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
}

/** A table with it ends as soon as it begins. */
const thatEnds = (root: string): void => {
  const program = join(root, "bin/tirada.mjs");
  const text = readFileSync(program, "utf8");
  writeFileSync(
    program,
    text.replace("await main(", 'if (process.argv[2] === "start") process.exit(1);\n  await main('),
  );
};

interface MadeCasino {
  readonly authority: string;
  readonly pass: string;
  readonly tree: ReleaseTree;
}

/** The casino's own machines, and what it gives to its tables, below the folder of the machine. */
async function makeCasino(folder: string): Promise<MadeCasino> {
  const at = (...names: string[]): string => join(folder, ...names);
  const [authority, pass] = [at("authority"), at("pass")];
  writeFileSync(pass, "correct horse battery staple\n");
  for (const name of ["casino", "exchange", "commands", "boxes", "witness"]) mkdirSync(at(name));
  await tirada("ca", "init", "casino-1", "--authority", authority, "--passphrase-file", pass);
  const issued = ["--authority", authority, "--passphrase-file", pass];
  openssl(
    "req",
    "-new",
    ...KEY,
    "-nodes",
    "-subj",
    "/CN=request",
    "-keyout",
    at("relay.key.pem"),
    "-out",
    at("relay.csr"),
  );
  const relay = [
    "--as",
    "relay",
    "--name",
    "relay",
    "--host",
    "relay.casino.example",
    "--out",
    at("relay.pem"),
  ];
  await tirada("ca", "unit", at("relay.csr"), ...relay, ...issued);
  openssl(
    "req",
    "-new",
    ...KEY,
    "-subj",
    "/CN=request",
    "-passout",
    `file:${pass}`,
    "-keyout",
    at("ana.key.pem"),
    "-out",
    at("ana.csr"),
  );
  const ana = ["--name", "Ana Soto", "--role", "tecnico", "--hours", "8", "--out", at("ana.pem")];
  await tirada("ca", "person", at("ana.csr"), ...ana, ...issued);
  openssl(
    "req",
    "-x509",
    ...KEY,
    "-nodes",
    "-days",
    "30",
    "-subj",
    "/CN=witness",
    "-addext",
    "subjectAltName=DNS:witness.casino.example",
    "-keyout",
    at("witness.tls-key.pem"),
    "-out",
    at("casino", "witness-certificate.pem"),
  );
  const tree = new ReleaseTree(at("tree"), { image: newKeys(), director: newKeys() }, wallMs(clock.wall()));
  for (const one of ["image", "director"] as const)
    writeFileSync(at("casino", `${one}-root.json`), tree.factoryRoots[one]);
  tree.release(2, await laterRelease(GOOD));
  tree.assign(2);
  execFileSync("chmod", ["-R", "a+rX", at("tree")]);
  for (const name of ["authority.pem", "revoked.pem"]) copyFileSync(join(authority, name), at("casino", name));
  const page = readFileSync(join(ROOT, "docs/joining.md"), "utf8");
  const [, yaml = ""] = /^```yaml\n([^]*?)^```$/m.exec(page) ?? [];
  const fingerprint = fingerprintOf(new X509Certificate(readFileSync(at("casino", "authority.pem"))));
  writeFileSync(at("casino", "casino.yaml"), yaml.replace(/^fingerprint: .*/m, `fingerprint: ${fingerprint}`));
  writeFileSync(
    at("relay.yaml"),
    `listen: { host: 10.7.0.5, port: 8473 }
certificate: relay.pem
key: relay.key.pem
authority: casino/authority.pem
revoked: casino/revoked.pem
folder: boxes
tree: tree
`,
  );
  writeFileSync(
    at("witness.yaml"),
    `name: tirada.example/casino-1/witness
listen: { host: 10.7.0.5, port: 8471 }
tls: { certificate: casino/witness-certificate.pem, key: witness.tls-key.pem }
folder: witness
logs: ["VKEY"]
`,
  );
  return { authority, pass, tree };
}

/** What runs in the machine. */
async function layBench(folder: string): Promise<void> {
  const { out, known } = await builtRelease();
  await buildPackage({ root: ROOT, release: out, known, out: folder, epoch: EPOCH, level: 0 });
  expect(commandsOf("At the unit")[0]).toContain(`./${packageFile(known)}`);
  copyFileSync(here("run.sh"), join(folder, "run.sh"));
  chmodSync(join(folder, "run.sh"), 0o755);
  copyFileSync(
    join(ROOT, "firmware/delivery/packaging/image/root/etc/nftables.conf"),
    join(folder, "nftables.conf"),
  );
  writeFileSync(join(folder, "answers.yaml"), BENCH_ANSWERS);
  for (const [name, title] of [
    ["unit", "At the unit"],
    ["join", "Join"],
    ["right", "Is it right?"],
  ] as const)
    writeFileSync(join(folder, "commands", name), `${commandsOf(title).join("\n")}\n`);
  writeFileSync(join(folder, "wheel.mjs"), await benchWheel());
}

/** What is done elsewhere, when the machine asks for it: the page's own command at the authority, another release, a revocation. */
async function serveAuthority(folder: string, { authority, pass, tree }: MadeCasino): Promise<void> {
  const exchange = (name: string): string => join(folder, "exchange", name);
  if (existsSync(exchange("unit.csr")) && !existsSync(exchange("unit.pem"))) {
    const [line = "", ...more] = commandsOf("At the authority");
    expect(more).toEqual([]);
    const paths: Readonly<Record<string, string>> = {
      "unit.csr": exchange("unit.csr"),
      "unit.pem": exchange("unit.pem.new"),
      authority,
      pass,
    };
    const [program, ...words] = line.split(/\s+/).map((word) => paths[word] ?? word);
    expect(program).toBe("tirada");
    await tirada(...words);
    renameSync(exchange("unit.pem.new"), exchange("unit.pem"));
  }
  if (existsSync(exchange("bad")) && !existsSync(exchange("published"))) {
    tree.release(3, await laterRelease(BAD, thatEnds));
    tree.assign(3);
    execFileSync("chmod", ["-R", "a+rX", tree.folder]);
    writeFileSync(exchange("published"), "");
  }
  if (existsSync(exchange("revoke")) && !existsSync(exchange("revoked.pem"))) {
    const listed = await tirada("ca", "list", "--authority", authority);
    const [, serial = ""] = /^(\w+) {2}tecnico Ana Soto/m.exec(listed) ?? [];
    await tirada("ca", "revoke", serial, "--authority", authority, "--passphrase-file", pass);
    copyFileSync(join(authority, "revoked.pem"), exchange("revoked.pem.new"));
    renameSync(exchange("revoked.pem.new"), exchange("revoked.pem"));
  }
}

async function walkPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-joining-"));
  onTestFinished(() => {
    if (process.env["TIRADA_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
  });
  const casino = await makeCasino(folder);
  await layBench(folder);
  execFileSync(here("make-root.sh"), [BARE_DEBIAN], { stdio: ["ignore", "ignore", "inherit"] });
  return bootMachine(BARE_DEBIAN, folder, MACHINE_MAX_US, () => serveAuthority(folder, casino));
}

test("the page has every step, and the machine's scripts are such", () => {
  expect([...sections].flatMap(([title, lines]) => (lines.length > 0 ? [title] : []))).toEqual([
    "What the casino gives",
    "At the unit",
    "At the authority",
    "Join",
    "Is it right?",
  ]);
  execFileSync("sh", ["-n", here("make-root.sh")]);
  execFileSync("bash", ["-n", here("run.sh")]);
});

if (SOAK)
  test(
    "a bare machine joins its casino by the page: it certifies, is witnessed, ordered and watched, and nobody else gets in",
    { timeout: 120 * MINUTE },
    async () => {
      expect(bootMissing(BARE_DEBIAN)).toBeNull();
      const said = await walkPage();
      process.stdout.write(`${said}\n`);
      const lines = said.split("\n");
      expect(lines.at(-2)).toBe("over");
      for (const line of [...commandsOf("At the unit"), ...commandsOf("Join"), "sudo tirada update check"])
        expect(lines.filter((one) => one.startsWith("ran [0] ") && one.endsWith(` s: ${line}`))).toHaveLength(
          1,
        );
      expect(said).toMatch(/^ran \[[01]\] \d+ s: sudo tirada doctor$/m);
      expect(lines.filter((one) => / not within /.test(one))).toEqual([]);
      expect(said.match(/: responde, y es el del casino$/gm)?.length).toBeGreaterThanOrEqual(2);
      expect(lines).toContain("firewall: active");
      expect(lines).toContain("another port: from the machine heard, from the casino ");
      expect(said).not.toContain("El cortafuegos de esta máquina no es el de la imagen");
      expect(lines).toContain("before: technician 000");
      expect(lines).toContain("after: technician 200, stranger 000, screens 000");
      expect(lines).toContain("order first: status 0");
      expect(lines).not.toContain("order second: status 0");
      expect(said).toMatch(/VALID/);
      for (const step of [`confirmed ${GOOD}`, "gone back", "as before", "certified after it went back"])
        expect(said).toMatch(new RegExp(`^${step}: after \\d+ s$`, "m"));
      expect(lines.filter((one) => /^ran \[0\] \d+ s: sudo tirada update install$/.test(one))).toHaveLength(2);
      expect(lines.filter((one) => one.startsWith("failed: "))).toEqual([]);
    },
  );
