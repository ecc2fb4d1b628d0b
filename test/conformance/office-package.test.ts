import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandsWith } from "../../firmware/cli/commands.ts";
import { writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { AUTHORITY_COMMANDS } from "../../firmware/office/authority/list.ts";
import { buildOfficePackage, documentsOf } from "../../firmware/delivery/package/build-package.ts";

/** The package for machines of the office: what runs there, as whom, and that what it leads to is on the machine. */

const ROOT = new URL("../../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "tirada-office-"));
const tree = join(folder, "tree");
const read = (path: string): string => readFileSync(join(tree, path), "utf8");
const SERVICES = ["relay", "witness"];
const USERS = ["tirada-relay", "tirada-witness", "tirada-authority"];
let control = "";
let version = "";

beforeAll(async () => {
  const known = writeSmallRelease(join(folder, "release"), {});
  ({ version } = known.manifest);
  const build = () => buildOfficePackage({ root: ROOT, known, out: folder, epoch: 1_790_000_000, level: 0 });
  const deb = await build();
  const once = readFileSync(deb);
  expect(readFileSync(await build()).equals(once)).toBe(true);
  execFileSync("dpkg-deb", ["--raw-extract", deb, tree]);
  control = read("DEBIAN/control");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("needs the table's package of its own version, which has the program and every manual", () => {
  expect(control).toContain("Package: tirada-office\n");
  expect(control).toContain(`Depends: tirada (= ${version}),`);
  expect(control).not.toMatch(/@\w+@/);
});

it("gives each machine a user and a folder that no other one reads", () => {
  const users = [...read("usr/lib/sysusers.d/tirada-office.conf").matchAll(/^u (\S+)/gm)].map(
    ([, name]) => name,
  );
  expect(users).toEqual(USERS);
  for (const user of USERS)
    expect(read("usr/lib/tmpfiles.d/tirada-office.conf")).toContain(
      `d /var/lib/${user} 0700 ${user} ${user}\n`,
    );
});

describe.each(SERVICES)("the service of the %s", (name) => {
  const unit = (): string => read(`lib/systemd/system/tirada-${name}.service`);

  it("runs a command of tirada as its own user, and waits for its configuration", () => {
    expect(unit()).toContain(`User=tirada-${name}\n`);
    expect(unit()).toContain(`ConditionPathExists=/etc/tirada-office/${name}.yaml\n`);
    expect(unit()).toContain(` ${name} --config /etc/tirada-office/${name}.yaml\n`);
    expect(commandsWith(null).map((one) => one.name)).toContain(name);
  });

  it("lies in the updater's sandbox, asks for the machine's addresses besides, and sees no folder of another machine", () => {
    const updater = readFileSync(
      join(ROOT, "firmware/delivery/packaging/systemd/tirada-updater.service"),
      "utf8",
    );
    const sandbox = updater.slice(
      updater.indexOf("CapabilityBoundingSet="),
      updater.indexOf("# Where the repos"),
    );
    expect(
      unit()
        .replace(/^# A server that .*\n/m, "")
        .replace(" AF_NETLINK\n", "\n"),
    ).toContain(sandbox);
    expect(unit()).toMatch(/^RestrictAddressFamilies=.* AF_NETLINK$/m);
    for (const user of USERS.filter((one) => one !== `tirada-${name}`))
      expect(unit()).toMatch(new RegExp(`^InaccessiblePaths=.* -/var/lib/${user}\\b`, "m"));
  });

  it("leads to a manual that the table's package brings", () => {
    const [, path] = /^Documentation=file:\/(.*)$/m.exec(unit()) ?? [];
    expect(documentsOf(ROOT).map(([, to]) => to)).toContain(path);
  });
});

it("brings the authority's program, which no unit has, in one file that Node runs alone", () => {
  expect(read("usr/sbin/tirada-authority")).toContain(" /usr/lib/tirada-office/authority.mjs ");
  const program = join(folder, "authority.mjs");
  copyFileSync(join(tree, "usr/lib/tirada-office/authority.mjs"), program);
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: "utf8" });
  const help = run("--help").stdout;
  for (const { name } of AUTHORITY_COMMANDS) expect(help).toMatch(new RegExp(`^  ${name} `, "m"));
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  const asked = ["--authority", "authority", "--passphrase-file", "pass"];
  expect(run("init", "casino-1", ...asked)).toMatchObject({ status: 0, stderr: "" });
  expect(run("list", "--authority", "authority")).toMatchObject({ status: 0, stderr: "" });
  expect(run("unit", "none.csr", ...asked, "--name", "a", "--out", "a.pem")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^tirada: .*none\.csr.*\n$/) as string,
  });
});

// A network of its own is root's to make.
it.runIf(process.getuid?.() === 0)(
  "runs the authority's commands as its user, without rights and without a network",
  () => {
    const script = read("usr/sbin/tirada-authority")
      .replaceAll("/var/lib/tirada-authority", "/")
      .replaceAll(/=tirada-authority\b/g, "=65534")
      .replace(
        / \S+\/node .*authority\.mjs "\$@"/,
        ` sh -c 'id -u; cat /proc/self/status; cat /proc/net/dev; echo "$@"' sh "$@"`,
      );
    const said = execFileSync("sh", ["-c", script, "sh", "person", "two words"], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "--inspect" },
    });
    expect(said).toMatch(/^65534\n/);
    expect(said).toMatch(/NoNewPrivs:\s1\n/);
    for (const set of ["CapPrm", "CapEff", "CapBnd", "CapInh"])
      expect(said).toMatch(new RegExp(`${set}:\\s0+\n`));
    expect(said.match(/^ *\w+:.*\d+$/gm)?.filter((line) => /^ *(?:lo|eth|en|wl)/.test(line))).toHaveLength(1);
    expect(said).toContain("person two words\n");
  },
);

it("is named by the manuals that lead to it", () => {
  for (const page of ["docs/remote.md", "docs/witness.md", "docs/technician/packages.md"])
    expect(readFileSync(join(ROOT, page), "utf8")).toMatch(/tirada-office|machines-of-the-office/);
  expect(readFileSync(join(ROOT, "docs/remote.md"), "utf8")).toContain("\n### Machines of the office\n");
});
