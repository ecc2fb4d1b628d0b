import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { exampleAnswers, readFloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { setupFiles } from "../../firmware/office/floor/setup/write-setup.ts";
import { casino } from "../support/casino.ts";
import { folderOfFile } from "../support/folder.ts";

/** The files that `tirada floor init` writes, read by the programs of Debian that they are for. */

const folder = folderOfFile();
const ROOT = new URL("../../", import.meta.url).pathname;
const found = new Map<string, string>();

beforeAll(async () => {
  const here = await casino("casino-1", join(folder, "casino"));
  for (const nodes of [1, 3] as const) {
    const answers = join(folder, `${nodes}.yaml`);
    writeFileSync(answers, exampleAnswers(nodes));
    for (const { path, text } of setupFiles(readFloorAnswers(answers))) {
      const at = join(folder, `${nodes}`, path);
      mkdirSync(dirname(at), { recursive: true });
      // What is on a machine and not here.
      const moved = text
        .replaceAll("/etc/tirada-store/authority.pem", here.authority.certificatePath)
        .replaceAll("/etc/prometheus/casino/", `${folder}/`)
        .replaceAll("/usr/share/tirada-floor/rules.yml", join(ROOT, "firmware/office/floor/alarms/rules.yml"));
      writeFileSync(at, moved);
      found.set(`${nodes}/${path}`, at);
    }
  }
  const monitor = await here.issue("monitor", { as: "monitor" });
  copyFileSync(here.authority.certificatePath, join(folder, "authority.pem"));
  copyFileSync(monitor.certificatePath, join(folder, "monitor.pem"));
  copyFileSync(monitor.keyPath, join(folder, "monitor.key.pem"));
});

test.each([
  ["/etc/nftables.conf", ["nft", "-c", "-f"], 5],
  ["/etc/haproxy/haproxy.cfg", ["haproxy", "-c", "-q", "-f"], 4],
  ["/etc/prometheus/prometheus.yml", ["promtool", "check", "config"], 2],
  ["/etc/prometheus/alertmanager.yml", ["amtool", "check-config"], 2],
  ["/etc/systemd/system/tirada-backup-full.timer", ["systemd-analyze", "verify"], 2],
] as const)("%s is one for %j", (end, [program, ...words], count) => {
  const files = [...found].filter(([path]) => path.endsWith(end)).map(([, at]) => at);
  expect(files).toHaveLength(count);
  for (const file of files) {
    const { status, stdout, stderr, error } = spawnSync(program, [...words, file], { encoding: "utf8" });
    expect([error, status, status === 0 ? "" : stdout + stderr]).toEqual([undefined, 0, ""]);
  }
});

test("one that is damaged is refused by each of them", () => {
  const file = join(folder, "damaged");
  writeFileSync(file, "tirada {\n");
  for (const [program, ...words] of [
    ["nft", "-c", "-f"],
    ["haproxy", "-c", "-q", "-f"],
    ["promtool", "check", "config"],
    ["amtool", "check-config"],
  ] as const)
    expect([program, spawnSync(program, [...words, file]).status]).not.toEqual([program, 0]);
});
