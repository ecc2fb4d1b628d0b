import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casinoMachines, LOG } from "../support/casino-machines.ts";
import { commandHere } from "../support/command.ts";
import { steppedSs2 } from "../support/ported-devices.ts";
import { setupBench } from "../support/setup-bench.ts";

/** One command sets a table up and has it join its casino, from one file of answers. */

it("answers that name a casino have the table ask for its certificate, and join with it", async () => {
  const here = setupBench();
  await here.plug("usb-A", steppedSs2(37));
  const casino = await casinoMachines("casino-1", []);
  const answers = (more: string): string => `table: { name: Mesa 7, log: ${LOG}, rulebook: cl/ruleta-francesa }
wheel: { device: cammegh-ss2 }
people: [{ name: Ana, role: jefe-de-mesa, pin: "830519" }]
display: { port: 0 }
storage: { folder: ${here.storage} }
casino: { ${more} }
`;
  const setUp = (more: string) =>
    commandHere([
      "setup",
      "--from",
      here.answers(answers(more)),
      ...here.words,
      "--services",
      join(here.folder, "services"),
      "--firewall",
      join(here.folder, "nftables.conf"),
    ]);
  // What the casino gives is read before anything is made.
  const none = await setUp("file: no-such.yaml");
  expect(none.stderr).toMatch(/^tirada: cannot read \S+\/no-such\.yaml: there is no such file\n$/);
  const wrong = await setUp(`files: ${casino.write()}`);
  expect(wrong.stderr).toContain('unknown key "files" (did you mean "file"?)');
  expect(here.made()).toEqual([]);
  const first = await setUp(`file: ${casino.write()}`);
  expect([first.stderr, first.status]).toEqual(["", 0]);
  expect(first.stdout).toContain("unit.csr");
  expect((await readConfig(here.config)).remote).toBeUndefined();
  const request = join(here.folder, "etc", "unit.csr");
  const wanted = { name: LOG, as: "unit" as const, hosts: ["127.0.0.1"], lastsMs: 86_400_000 };
  const certificate = join(here.folder, "unit.pem");
  const pass = "correct horse battery staple";
  writeFileSync(certificate, await casino.here.authority.issue(request, wanted, pass, systemClock().wall()));
  const second = await setUp(`file: ${casino.write()}, certificate: ${certificate}`);
  expect([second.stderr, second.status]).toEqual(["", 0]);
  expect(second.stdout).toContain(`The relay ${casino.relay.url}: answers, and is the casino's own`);
  expect((await readConfig(here.config)).remote?.relay?.url).toBe(casino.relay.url);
}, 120_000);
