import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeOffline, signerOfOffline } from "../../firmware/delivery/package/offline.ts";
import { commandHere } from "../support/command.ts";
import { ROOT } from "../support/built-release.ts";
import { makerKey } from "../support/maker-key.ts";
import { OverlayMachine } from "../support/overlay-machine.ts";

/** A folder that installs a package with all that it needs on a machine without a network; small packages of the test's own stand in it. */

const folder = mkdtempSync(join(tmpdir(), "tirada-offline-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ARCHITECTURE = execFileSync("dpkg", ["--print-architecture"], { encoding: "utf8" }).trim();

/** A Debian package of one small file; its path. */
function deb(name: string, fields = "", at = "mirror"): string {
  const tree = mkdtempSync(join(folder, "tree-"));
  mkdirSync(join(tree, "DEBIAN"), { mode: 0o755 });
  mkdirSync(join(tree, "usr/share/tirada-test"), { recursive: true });
  writeFileSync(join(tree, "usr/share/tirada-test", name), name);
  const control = `Package: ${name}\nVersion: 1:1.0\nArchitecture: ${ARCHITECTURE}\nMaintainer: test <test@tirada.test>\n${fields}Description: of a test\n`;
  writeFileSync(join(tree, "DEBIAN/control"), control);
  mkdirSync(join(folder, at), { recursive: true });
  const file = join(folder, at, `${name}_1.0_${ARCHITECTURE}.deb`);
  execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", tree, file], { stdio: "ignore" });
  return file;
}

/** The mirror's index, as Debian has it. */
function index(): void {
  const at = join(folder, "mirror");
  const entries = globSync("*.deb", { cwd: at }).map((name) => {
    const fields = execFileSync("dpkg-deb", ["--field", join(at, name)], { encoding: "utf8" }).trimEnd();
    const bytes = readFileSync(join(at, name));
    const sum = execFileSync("sha256sum", [join(at, name)], { encoding: "utf8" }).slice(0, 64);
    return `${fields}\nFilename: ./${name}\nSize: ${bytes.length}\nSHA256: ${sum}\n`;
  });
  writeFileSync(join(at, "Packages"), entries.join("\n"));
}

let made = "";
let key = "";
let sources = "";

beforeAll(() => {
  deb("tirada-test-deep");
  deb("tirada-test-needs", "Depends: tirada-test-deep\n");
  deb("tirada-test-extra");
  deb("tirada-test-relay");
  deb("tirada-test-unneeded");
  index();
  const table = deb("tirada-test-table", "Depends: tirada-test-needs\nSuggests: tirada-test-unneeded\n", "own");
  sources = join(folder, "sources.list");
  writeFileSync(sources, `deb [trusted=yes] copy:${folder}/mirror ./\n`);
  key = makerKey(folder, "maker");
  const needs = "Depends: tirada-test-table (= 1:1.0), tirada-test-relay\n";
  const office = deb("tirada-test-office", needs, "own");
  const more = { sources, key, passphraseFile: null, office, with: ["tirada-test-extra"] };
  made = makeOffline({ root: ROOT, package: table, out: join(folder, "out"), ...more });
}, 60_000);

/** A copy of the folder with something wrong in it, below the packages of a machine. */
function changed(name: string, change: (at: string) => void): string {
  const at = join(folder, "changed", name);
  cpSync(made, at, { recursive: true });
  change(at);
  return `/packages/changed/${name}`;
}

/** As it is made for a table alone. */
function withoutOffice(at: string): void {
  const script = join(at, "install");
  writeFileSync(script, readFileSync(script, "utf8").replace(/^ {2}office='.*'$/m, "  office=''"));
}

const NEEDED = `tirada-test-needs_1_1.0_${ARCHITECTURE}.deb`;
const INSTALLED =
  "dpkg-query -W -f '${db:Status-Abbrev}${Package}\\n' 'tirada-test-*' 2>/dev/null | sed -n 's/^ii //p' | tr '\\n' ' '";

it("holds what its packages need and no more, and is installed by one line without a network", () => {
  expect(globSync("*", { cwd: made }).sort()).toEqual(
    [
      "Packages",
      "install",
      "maker.gpg",
      "packages.list",
      "packages.list.sig",
      ...["deep", "extra", "needs", "relay"].map((name) => `tirada-test-${name}_1_1.0_${ARCHITECTURE}.deb`),
      ...["office", "table"].map((name) => `tirada-test-${name}_1.0_${ARCHITECTURE}.deb`),
    ].sort(),
  );
  const machine = new OverlayMachine();
  machine.bind(folder, "/packages");
  const { output, status } = machine.run(
    `sh '/packages/out/${basename(made)}/install' ${signerOfOffline(made)} || exit 1; echo "== $(${INSTALLED})"
sh '/packages/out/${basename(made)}/install' --office ${signerOfOffline(made)} || exit 1; echo "== $(${INSTALLED})"`,
  );
  expect([status, output]).toEqual([0, expect.stringContaining(`signed by ${signerOfOffline(made)}`)]);
  const all = ["deep", "extra", "needs", "office", "relay", "table"].map((name) => `tirada-test-${name} `);
  const ofTable = all.filter((name) => !/office|relay/.test(name));
  expect(output.match(/^== .*$/gm)).toEqual([ofTable, all].map((names) => `== ${names.join("")}`));
}, 60_000);

it("installs nothing, and says so in one line, when anything in it is not as the signed list says", () => {
  const other = makerKey(folder, "other");
  const wrong: Readonly<Record<string, readonly [string, (at: string) => void]>> = {
    changed: [`${NEEDED} is not as the list says`, (at) => appendFileSync(join(at, NEEDED), "x")],
    missing: [`${NEEDED} is missing`, (at) => rmSync(join(at, NEEDED))],
    more: ["stranger.deb is not in the list", (at) => copyFileSync(join(at, NEEDED), join(at, "stranger.deb"))],
    index: ["Packages is not as the list says", (at) => appendFileSync(join(at, "Packages"), "\n")],
    list: [
      "packages.list is not as its signature says",
      (at) => appendFileSync(join(at, "packages.list"), "\n"),
    ],
    unsigned: ["packages.list.sig is not there", (at) => rmSync(join(at, "packages.list.sig"))],
    signer: [
      "is signed by",
      (at) => {
        const table = join(folder, "own", `tirada-test-table_1.0_${ARCHITECTURE}.deb`);
        const options = {
          root: ROOT,
          package: table,
          office: null,
          out: join(folder, "other"),
          with: [],
          sources,
        };
        cpSync(makeOffline({ ...options, key: other, passphraseFile: null }), at, {
          recursive: true,
          force: true,
        });
        for (const name of ["extra_1", "relay_1", "office"])
          rmSync(join(at, `tirada-test-${name}_1.0_${ARCHITECTURE}.deb`));
      },
    ],
  };
  const machine = new OverlayMachine();
  machine.bind(folder, "/packages");
  const without = machine.run(
    `sh ${changed("no-office", (at) => withoutOffice(at))}/install --office; echo "status $?"`,
  );
  expect(without.output).toBe(
    "tirada: this folder has no package for machines of the office; nothing was installed\nstatus 2\n",
  );
  const scripts = Object.entries(wrong).map(([name, [, change]]) => {
    const at = changed(name, change);
    return `echo "== ${name}"; sh ${at}/install ${signerOfOffline(made)}; echo "status $?"; ${INSTALLED}`;
  });
  const { output } = machine.run(scripts.join("\n"));
  for (const [name, [why]] of Object.entries(wrong)) {
    const [, said = ""] = new RegExp(`^== ${name}\n([^]*?)(?:^==|$(?![^]))`, "m").exec(output) ?? [];
    const lines = said.trim().split("\n");
    const refused = lines.filter(
      (line) => line.startsWith("tirada: ") && !line.includes("the list is signed by"),
    );
    expect([name, refused, lines.includes("status 7")]).toEqual([name, [expect.stringContaining(why)], true]);
    expect(refused[0]).toContain("nothing was installed: take the folder again");
    expect(said).not.toMatch(/^tirada-test/m);
  }
}, 60_000);

it("says what is missing before it makes anything", async () => {
  const refused = async (...words: string[]): Promise<string> => {
    const { stderr, status } = await commandHere([
      "release",
      "package",
      ...words,
      "--out",
      join(folder, "none"),
    ]);
    expect([status, stderr.split("\n").length]).toEqual([2, 2]);
    return stderr.trim();
  };
  const table = join(folder, "own", `tirada-test-table_1.0_${ARCHITECTURE}.deb`);
  expect(await refused("--offline")).toContain("--offline needs --key");
  expect(await refused("--key", key)).toContain("belong to --offline");
  expect(await refused("--offline", "--key", key, "--office", table)).toContain(
    "--office belongs to --package",
  );
  expect(
    await refused("--offline", "--package", table, "--sources", sources, "--key", `${key}.none`),
  ).toContain("is not there: name the OpenPGP key");
  const needy = deb("tirada-test-needy", "Depends: tirada-test-nowhere\n", "own");
  expect(await refused("--offline", "--package", needy, "--sources", sources, "--key", key)).toMatch(
    /^tirada: apt-get: E: .*/,
  );
  expect(existsSync(join(folder, "none", `${basename(needy, ".deb")}.offline`))).toBe(false);
}, 60_000);
