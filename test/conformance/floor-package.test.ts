import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandsWith } from "../../firmware/cli/commands.ts";
import type { LazyCommand } from "../../firmware/cli/laboratory.ts";
import { FLOORS } from "../../firmware/cli/office/floor-commands.ts";
import { buildFloorPackage, documentsOf } from "../../firmware/delivery/package/build-package.ts";
import { writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { archiveFile } from "../../firmware/office/floor/setup/archive-files.ts";
import { ALARM_RULES } from "../../firmware/office/floor/setup/watch-files.ts";

/** The package for machines of a casino's floor: what runs there, as whom, and that what is written of it is on the machine. */

const ROOT = new URL("../../", import.meta.url).pathname;
const PACKAGING = join(ROOT, "firmware/delivery/packaging");
const folder = mkdtempSync(join(tmpdir(), "tirada-floor-"));
const tree = join(folder, "tree");
const read = (path: string): string => readFileSync(join(tree, path), "utf8");
let version = "";

beforeAll(async () => {
  const known = writeSmallRelease(join(folder, "release"), {});
  ({ version } = known.manifest);
  const build = () => buildFloorPackage({ root: ROOT, known, out: folder, epoch: 1_790_000_000, level: 0 });
  const deb = await build();
  const once = readFileSync(deb);
  expect(readFileSync(await build()).equals(once)).toBe(true);
  execFileSync("dpkg-deb", ["--raw-extract", deb, tree]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("needs the table's package of its own version, and brings the rules of the alarms where the set-up says", () => {
  const control = read("DEBIAN/control");
  expect(control).toContain("Package: tirada-floor\n");
  expect(control).toContain(`Depends: tirada (= ${version}),`);
  expect(control).not.toMatch(/@\w+@/);
  expect(read(ALARM_RULES)).toBe(readFileSync(join(ROOT, "firmware/office/floor/alarms/rules.yml"), "utf8"));
});

describe.each([
  ["tirada-collector@", "tirada-collector", "collector", "/etc/tirada-office/collector-%i.yaml"],
  ["tirada-floor", "tirada-floor", "floor serve", "/etc/tirada-office/floor-page.yaml"],
  ["tirada-floor-alarms", "tirada-alarms", "floor alarms", "/etc/tirada-office/floor-alarms.yaml"],
])("the service %s", (name, user, command, config) => {
  const unit = (): string => read(`lib/systemd/system/${name}.service`);

  it("runs a command of tirada as its own user, and waits for its configuration", () => {
    expect(read("usr/lib/sysusers.d/tirada-floor.conf")).toMatch(new RegExp(`^u ${user} `, "m"));
    expect(unit()).toContain(`User=${user}\nGroup=${user}\n`);
    expect(unit()).toContain(`ConditionPathExists=${config}\n`);
    expect(unit()).toContain(` ${command} --config ${config}\n`);
    expect(commandsWith(null).map((one) => one.name)).toContain(command.split(" ", 1).join(""));
  });

  it("lies in the relay's sandbox, and reads neither a database nor what other machines of the office have", () => {
    const relay = readFileSync(join(PACKAGING, "office/systemd/tirada-relay.service"), "utf8");
    const sandboxOf = (text: string): string => text.slice(text.indexOf("CapabilityBoundingSet="));
    expect(sandboxOf(unit())).toBe(sandboxOf(relay));
    for (const path of [
      "/var/lib/postgresql",
      "/etc/tirada-store",
      "/var/lib/tirada-authority",
      "/var/lib/tirada",
    ])
      expect(unit()).toMatch(new RegExp(`^InaccessiblePaths=.* ?-${path}(?: |$)`, "m"));
  });

  it("leads to a manual that the table's package brings", () => {
    const [, path] = /^Documentation=file:\/(.*)$/m.exec(unit()) ?? [];
    expect(documentsOf(ROOT).map(([, to]) => to)).toContain(path);
  });
});

describe("the archives of closed months", () => {
  const unit = (of: string): string => read(`lib/systemd/system/tirada-archive.${of}`);

  it("are made each night by a timer, as the database's owner, on the node that leads, by what init wrote", () => {
    expect(unit("timer")).toMatch(/^OnCalendar=0\d:\d\d\n(?:.*\n)*Persistent=true\n/m);
    expect(unit("timer")).toContain("[Install]\nWantedBy=timers.target\n");
    expect(unit("service")).not.toContain("[Install]");
    expect(unit("service")).toContain("User=postgres\nGroup=postgres\n");
    expect(unit("service")).toMatch(/^ExecCondition=.*pg_is_in_recovery/m);
    const { path } = archiveFile();
    expect(unit("service")).toContain(`ConditionPathExists=${path}\n`);
    expect(unit("service")).toContain(` floor archive --config ${path}\n`);
    expect((FLOORS.load as readonly LazyCommand[]).map(({ name }) => name)).toContain("archive");
  });

  it("lie in the relay's sandbox, and reach the database by its socket alone", () => {
    const relay = readFileSync(join(PACKAGING, "office/systemd/tirada-relay.service"), "utf8");
    const sandboxOf = (text: string): readonly string[] =>
      text
        .slice(text.indexOf("CapabilityBoundingSet="))
        .split("\n")
        .filter((line) => /^\w+=/.test(line) && !line.startsWith("WantedBy="));
    // The memory that a database shares is its owner's: a service of the same user must not clear it away.
    expect(sandboxOf(unit("service"))).toEqual(
      sandboxOf(relay).map((line) => (line === "RemoveIPC=yes" ? "RemoveIPC=no" : line)),
    );
    expect(unit("service")).toMatch(/^InaccessiblePaths=.* -\/var\/lib\/postgresql$/m);
    expect(read("DEBIAN/prerm")).toContain("tirada-archive.timer");
  });
});
