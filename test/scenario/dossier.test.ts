import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { witnessLines } from "../../firmware/office/dossier/chapters/release.ts";
import { allowedSigner } from "../../src/record/sshsig.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { DOSSIER_NAMESPACE } from "../../firmware/evidence/verify/verify-dossier.ts";
import { manifestsIn, readManifestFile } from "../../firmware/delivery/releases/release-folder.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { EXIT } from "../../firmware/problem.ts";
import { HERE, ROOT } from "../support/built-release.ts";
import { commandHere } from "../support/command.ts";
import { folderOfFile } from "../support/folder.ts";

/** A dossier as it is made, of a checkout of its own with a release that is built there; seen from outside. */
const folder = folderOfFile();
const checkout = join(folder, "checkout");
const [release, key] = [join(folder, "release"), join(folder, "ana.pem")];
const PERSON = "maker.example/ana";
/** On a busy machine two dossiers with their PDFs take minutes. */
const LOADED_MS = 300_000;
const TIMEOUT = { timeout: 4 * LOADED_MS };
let vkey = "";

const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example", ...words], {
    cwd: checkout,
    encoding: "utf8",
  });
const tirada = (...words: readonly string[]) =>
  spawnSync(process.execPath, ["--no-memory-protection-keys", "bin/tirada.mjs", ...words], {
    cwd: checkout,
    encoding: "utf8",
  });
const dossier = (name: string, ...more: readonly string[]) =>
  tirada(
    "dossier",
    "--out",
    join(folder, name),
    "--release",
    release,
    "--rulebook",
    "cl/ruleta-francesa",
    ...more,
  );
const shell = (lines: readonly string[], cwd: string) =>
  spawnSync("bash", ["-ec", lines.join("\n")], { cwd, encoding: "utf8" });

beforeAll(async () => {
  execFileSync("git", ["clone", "--quiet", "--shared", ROOT, checkout]);
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  // What is changed in the working tree is tried, too.
  const changed = execFileSync("git", ["diff", "HEAD", "--binary"], { cwd: ROOT });
  execFileSync("git", ["apply", "--allow-empty", "--index", "-"], { cwd: checkout, input: changed });
  git("commit", "--quiet", "--allow-empty", "-m", "what is tried");
  const packages = dirname(realpathSync(join(ROOT, "node_modules")));
  const built = tirada("release", "build", "--for", HERE, "--out", release, "--packages", packages);
  expect([built.stderr, built.status]).toEqual(["", 0]);
  vkey = (await commandHere(["accept", "--new-key", key, "--person", PERSON])).stdout.trim();
}, 2 * LOADED_MS);

describe("a dossier of a checkout and its release", () => {
  it(
    "is made twice with the same bytes, PDFs too, and verifies by tirada and by plain tools",
    TIMEOUT,
    async () => {
      for (const name of ["one", "two"]) {
        const made = dossier(name, "--person", PERSON, "--key", key);
        expect([made.stderr, made.status]).toEqual(["", 0]);
        expect(made.stdout).toContain(`signed by ${PERSON}`);
      }
      expect(shell(["diff -r one two"], folder)).toMatchObject({ status: 0, stdout: "" });
      const one = join(folder, "one");
      expect(await commandHere(["verify", one, "--vkey", vkey])).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(
          /^VALID {2}dossier of \d+ files, signed by maker\.example\/ana\n$/,
        ) as string,
      });
      writeFileSync(join(folder, "allowed_signers"), allowedSigner(parseVkey(vkey), DOSSIER_NAMESPACE));
      const page = readFileSync(join(one, "es/verify.html"), "utf8");
      const typed = /<pre>tirada verify.*\n([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? "";
      const lines = typed
        .replaceAll("&#60;", "<")
        .replaceAll("&#39;", "'")
        .replaceAll("&#62;", ">")
        .replace("cd DOSSIER", `cd ${one}`)
        .replace("-f allowed_signers -I NAME", `-f ../allowed_signers -I ${PERSON}`)
        .split("\n");
      expect(lines).toHaveLength(4);
      expect(shell(lines, folder)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(
          /^Good "tirada-dossier" signature for maker\.example\/ana .*\n$/,
        ) as string,
      });
    },
  );

  it("has a PDF beside each page, which leads to nothing outside itself", () => {
    const names = readdirSync(join(folder, "one/es"));
    for (const page of names.filter((name) => name.endsWith(".html") && name !== "index.html")) {
      const bytes = readFileSync(join(folder, "one/es", page.replace(/html$/, "pdf")), "latin1");
      expect([page, bytes.startsWith("%PDF-"), /\/URI|file:/.test(bytes)]).toEqual([page, true, false]);
    }
  });

  it(
    "tells a witness with plain tools whether the installed files are those, and which are not",
    TIMEOUT,
    async () => {
      const [name = ""] = manifestsIn(release);
      const known = readManifestFile(join(release, name));
      const slot = await unpackRelease(join(folder, "rel"), { from: release, known, platform: HERE });
      const lines = witnessLines(HERE, slot, join(folder, "one"));
      expect(shell(lines, folder)).toMatchObject({
        status: 0,
        stdout: `${known.digest}  release.json\n0\n`,
        stderr: "",
      });
      const rules = join(slot, "src/rules/data/cl/ruleta-francesa/2023-03.yaml");
      appendFileSync(rules, " ");
      writeFileSync(join(slot, "bin/more.mjs"), "");
      const wrong = shell(["set +e", ...lines], folder);
      expect(wrong.stdout).toMatch(/ruleta-francesa\/2023-03\.yaml: FAILED\n1\n.*\n< bin\/more\.mjs\n/);
    },
  );
});

describe("a dossier is refused in one line", () => {
  /** Nothing is written, and the line says what and what to do. */
  const refused = (status: number, words: RegExp, ...more: readonly string[]): void => {
    const ended = dossier("refused", "--no-pdf", ...more);
    expect([ended.status, ended.stdout]).toEqual([status, ""]);
    expect(ended.stderr).toMatch(/^tirada: .+\n$/);
    expect(ended.stderr).toMatch(words);
    expect(readdirSync(folder).filter((name) => name.startsWith("refused"))).toEqual([]);
  };

  it("of a version that has no tag, a report of other tests, a key that is none", () => {
    refused(EXIT.usage, /--since 0\.0\.7: this checkout has no tag v0\.0\.7; known: /, "--since", "0.0.7");
    const report = join(folder, "report.json");
    writeFileSync(
      report,
      JSON.stringify({
        format: "tirada-test-report/1",
        commit: "a".repeat(40),
        seed: "s",
        loop: "soak",
        node: "v24",
        files: [],
      }),
    );
    refused(
      EXIT.usage,
      /is of commit aaaaaaaaaaaa, and this is \w{12}; run the tests of this commit/,
      "--tests",
      report,
    );
    refused(EXIT.usage, /say who signs/, "--person", PERSON);
    refused(EXIT.usage, /unknown rulebook "cl\/marciana".*tirada rules list/, "--rulebook", "cl/marciana");
    const there = tirada("dossier", "--out", release, "--no-pdf");
    expect(there).toMatchObject({
      status: EXIT.storage,
      stderr: expect.stringContaining("is there already") as string,
    });
  });

  it("of a checkout that is not as its commit has it, and of sources that the release was not built from", () => {
    appendFileSync(join(checkout, "src/rules/data/cl/craps/2023-03.yaml"), "# more\n");
    refused(
      EXIT.usage,
      /not as its commit has it: src\/rules\/data\/cl\/craps\/2023-03\.yaml; commit or remove/,
    );
    git("commit", "--quiet", "-am", "more");
    refused(
      EXIT.release,
      /was built from other sources: src\/rules\/data\/cl\/craps\/2023-03\.yaml differs; build it again/,
    );
    git("reset", "--quiet", "--hard", "HEAD~1");
  });

  it("of a release whose files differ from its manifest", () => {
    const packs = readdirSync(release).find((name) => name.startsWith("packs-")) ?? "";
    const bytes = readFileSync(join(release, packs));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(release, packs), bytes);
    refused(EXIT.release, /packs-.* is not what its manifest names; take the release again/);
  });
});

it("a folder that is no release is refused", () => {
  mkdirSync(join(folder, "empty"));
  const ended = tirada("dossier", "--out", join(folder, "none"), "--release", join(folder, "empty"));
  expect(ended).toMatchObject({
    status: EXIT.usage,
    stderr: expect.stringContaining("build one: tirada release build") as string,
  });
});
