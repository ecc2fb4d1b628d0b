import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildOfficePackage, buildPackage } from "../../firmware/delivery/package/build-package.ts";
import { makeOffline, signerOfOffline } from "../../firmware/delivery/package/offline.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { BENCH_ANSWERS, benchWheel } from "../support/bench-table.ts";
import { BARE_DEBIAN, bootMachine, bootMissing } from "../support/booted-machine.ts";
import { builtRelease, ROOT } from "../support/built-release.ts";
import { commandHere } from "../support/command.ts";
import { makerKey } from "../support/maker-key.ts";
import { SOAK } from "../support/volume.ts";

/** The packages on a Debian of their own with systemd and no network: what the manuals have somebody type there, and what it does. */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const EPOCH = 1_790_000_000;
const MINUTE = 60_000;
const MACHINE_MAX_US = 45 * 60 * US_PER_S;
const SCENES = ["office.sh", "exports.sh"];
const REMOTE =
  readFileSync(join(ROOT, "docs/remote.md"), "utf8").split("\n### Machines of the office\n")[1] ?? "";
const blocks = (language: string): readonly string[] =>
  [...REMOTE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, of, text = ""]) =>
    of === language ? [text] : [],
  );
const [APT = "", OFFLINE = "", RELAY = "", WITNESS = "", AUTHORITY = ""] = blocks("sh");
const [RELAY_YAML = ""] = blocks("yaml");

test("the manual has every command for a machine of the office, and the machine's scripts are such", () => {
  expect(APT).toMatch(/^sudo apt install \.\/tirada_\S+ \.\/tirada-office_\S+\n$/);
  expect(OFFLINE).toMatch(/^sudo sh tirada_\S+\.offline\/install --office\n$/);
  expect(RELAY).toContain("enable --now tirada-relay");
  expect(WITNESS).toContain("enable --now tirada-witness");
  expect(AUTHORITY).toMatch(/^sudo tirada-authority unit .*\nsudo cp .*\n$/);
  expect(RELAY_YAML).toContain("tree: /var/lib/tirada-relay/tree");
  for (const scene of SCENES) execFileSync("bash", ["-n", here(scene)]);
});

/** Who may write where: whoever gives a command opens the file. Nobody but root and the table's user looks into a table. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  root: ["stick", "tmp", "user", "root"],
  tirada: ["stick", "tmp"],
  luis: [],
};
const PLACES = ["stick", "tmp", "user", "root"];
/** What is left where a command wrote, by the ending of its file. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  export: ["mesa.tirada-export", "mesa.tirada-export.allowed_signers", "mesa.tirada-export.sig"],
  case: ["mesa.tirada-case.tar"],
  bundle: ["mesa.bundle"],
};

/** How each command must end, as the scene prints it. */
function endOf(state: string, who: string, place: string, what: string): string {
  const isWritten = WRITES[who]?.includes(place) === true;
  const mode = `${who} 644`;
  const left = isWritten ? (LEFT[what] ?? []).map((name) => `${name} ${mode}`).join(", ") : "";
  const recorded = isWritten && state === "running" && what !== "bundle" ? 1 : 0;
  return `tried ${state} ${who} ${place} ${what}: status ${isWritten ? 0 : 2}, recorded ${recorded}, lines ${isWritten ? 0 : 1}, left ${left}`;
}

const openssl = (...words: string[]): void => {
  expect([words, spawnSync("openssl", words).status]).toEqual([words, 0]);
};
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

async function tirada(...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await commandHere(words);
  expect([words, status, stderr]).toEqual([words, 0, ""]);
  return stdout;
}

if (SOAK)
  describe("a Debian without a network", () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-machines-"));
    let offline = "";

    beforeAll(async () => {
      expect(bootMissing(BARE_DEBIAN)).toBeNull();
      execFileSync(here("../joining/make-root.sh"), [BARE_DEBIAN], { stdio: ["ignore", "ignore", "inherit"] });
      const { out, known } = await builtRelease();
      const options = { root: ROOT, known, out: folder, epoch: EPOCH, level: 0 };
      const own = await buildPackage({ ...options, release: out });
      const office = await buildOfficePackage(options);
      const more = { with: [], sources: null, key: makerKey(folder, "maker"), passphraseFile: null };
      offline = makeOffline({ root: ROOT, package: own, office, out: join(folder, "offline"), ...more });
    }, 10 * MINUTE);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** A folder for a machine, with the folder of packages and a scene that plays in it. */
    function bench(scene: string): string {
      const at = mkdtempSync(join(folder, "machine-"));
      // The machine's users read what lies there.
      chmodSync(folder, 0o755);
      chmodSync(at, 0o755);
      execFileSync("cp", ["-rl", offline, join(at, basename(offline))]);
      copyFileSync(here(scene), join(at, "run.sh"));
      chmodSync(join(at, "run.sh"), 0o755);
      mkdirSync(join(at, "commands"));
      onTestFinished(() => rmSync(at, { recursive: true, force: true }));
      return at;
    }

    async function play(at: string): Promise<string> {
      const said = await bootMachine(BARE_DEBIAN, at, MACHINE_MAX_US);
      process.stdout.write(`${said}\n`);
      expect(said.split("\n").at(-2)).toBe("over");
      expect(said).not.toMatch(/ not within | could /);
      return said;
    }

    /** What who keeps the authority brings to a relay, a witness and a person. */
    async function layCasino(at: string): Promise<void> {
      const of = (name: string): string => join(at, name);
      writeFileSync(of("pass"), "correct horse battery staple\n");
      const issued = ["--authority", of("authority"), "--passphrase-file", of("pass")];
      await tirada("ca", "init", "casino-1", ...issued);
      const request = ["req", "-new", ...KEY, "-nodes", "-subj", "/CN=request"];
      for (const name of ["relay", "ana"])
        openssl(...request, "-keyout", of(`${name}.key.pem`), "-out", of(`${name}.csr`));
      const host = ["--host", "relay.casino.example", "127.0.0.1"];
      const asRelay = ["--as", "relay", "--name", "relay", ...host, "--out", of("relay.pem")];
      await tirada("ca", "unit", of("relay.csr"), ...asRelay, ...issued);
      const ana = ["--name", "Ana Soto", "--role", "tecnico", "--hours", "8", "--out", of("ana.pem")];
      await tirada("ca", "person", of("ana.csr"), ...ana, ...issued);
      for (const name of ["authority.pem", "revoked.pem"]) copyFileSync(join(of("authority"), name), of(name));
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
        of("witness-tls-key.pem"),
        "-out",
        of("witness-certificate.pem"),
      );
      writeFileSync(of("relay.yaml"), RELAY_YAML);
      copyFileSync(join(ROOT, "examples/witness/witness.yaml"), of("witness.yaml"));
    }

    test(
      "is a relay and a witness of the office by the manual's commands, and leaves their folders when the packages go",
      { timeout: 60 * MINUTE },
      async () => {
        const at = bench("office.sh");
        await layCasino(at);
        const install = `${OFFLINE.trim()} ${signerOfOffline(offline)}`;
        expect(install).toContain(` ${basename(offline)}/install --office `);
        for (const [name, lines] of [
          ["install", `${install}\n`],
          ["relay", RELAY],
          ["witness", WITNESS],
          // Nobody is there to be asked.
          ["authority", AUTHORITY.replace("\n", " --passphrase-file pass\n")],
        ] as const)
          writeFileSync(join(at, "commands", name), lines);
        const said = await play(at);
        const lines = said.split("\n");
        for (const line of [install, ...RELAY.trim().split("\n"), ...WITNESS.trim().split("\n")])
          expect(lines.filter((one) => one.startsWith("ran [0] ") && one.endsWith(` s: ${line}`))).toHaveLength(
            1,
          );
        expect(lines).toContain("network: 0 beside the loop");
        expect(lines).toContain("before: relay inactive, witness inactive");
        expect(lines).toContain("without a configuration: relay inactive, failed 0");
        expect(said).toMatch(/^relay: \{"ok":true,/m);
        expect(said).toContain("relay to a stranger: 000");
        expect(said).toMatch(
          /^witness: \{"ok":true,"witness":"tirada.example\/casino-1\/witness","logs":1\}$/m,
        );
        expect(said).toMatch(/^witness said: key {5}tirada.example\/casino-1\/witness\+/m);
        for (const name of ["relay", "witness"])
          expect(said).toMatch(
            new RegExp(
              `^${name} runs as tirada-${name}, CapEff: 0+ CapBnd: 0+ NoNewPrivs: 1 Seccomp: 2 $`,
              "m",
            ),
          );
        expect(lines).toContain("certificate: /media/stick/unit.pem: OK");
        expect(lines).toContain(
          "authority: tirada-authority 600 /var/lib/tirada-authority/authority/authority.key.json",
        );
        expect(lines).toContain("installed again: active active ");
        expect(lines).toContain("remove: status 0, services 0, running 0");
        expect(lines).toContain("purge: status 0, services 0, running 0");
        for (const name of ["relay", "witness", "authority"])
          expect(said).toContain(`tirada-office: /var/lib/tirada-${name} stays`);
        expect(lines.filter((one) => /^(?:left|failed): /.test(one))).toEqual([]);
      },
    );

    test(
      "whoever asks a table for a file gets it where they may write, and nowhere else; what fails is one line and no record",
      { timeout: 60 * MINUTE },
      async () => {
        const at = bench("exports.sh");
        writeFileSync(join(at, "answers.yaml"), BENCH_ANSWERS);
        writeFileSync(join(at, "wheel.mjs"), await benchWheel());
        const said = await play(at);
        const lines = said.split("\n");
        const tried = lines.filter((line) => line.startsWith("tried "));
        const states = ["running", "stopped"];
        expect(tried.filter((line) => !/ receipt: /.test(line))).toEqual(
          states.flatMap((state) =>
            Object.keys(WRITES).flatMap((who) =>
              PLACES.flatMap((place) => Object.keys(LEFT).map((what) => endOf(state, who, place, what))),
            ),
          ),
        );
        const receipts = tried.filter((line) =>
          / receipt: status 0, recorded 0, lines 0, left .*export\.receipt /.test(line),
        );
        const written = Object.values(WRITES).flat().length * states.length;
        expect(receipts).toHaveLength(written);
        expect(said.match(/^ {2}verified: VALID {2}/gm)).toHaveLength(2 * written);
        expect(said.match(/^ {2}verified: tirada\.example\/casino-1\/table-07 · /gm)).toHaveLength(written);
        for (const state of states) {
          expect(lines).toContain(`full ${state} receipt: status 2, recorded 0, lines 1, left `);
          for (const what of Object.keys(LEFT)) {
            expect(lines).toContainEqual(
              expect.stringMatching(`^pulled ${state} ${what}: status [24], recorded 0, lines 1$`),
            );
            expect(lines).toContain(`full ${state} ${what}: status 2, recorded 0, lines 1, left `);
          }
        }
        for (const step of ["certified after all of it", "certified when it was started again"])
          expect(said).toMatch(new RegExp(`^${step}: after \\d+ s$`, "m"));
        expect(said).toMatch(/^VALID {2}journal of/m);
        expect(lines.filter((one) => /^(?:not the table user's|failed|no stick)/.test(one))).toEqual([]);
      },
    );
  });
