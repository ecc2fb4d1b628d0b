import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../firmware/first-setup/screen-port.ts";
import { progressPathOf, readProgress, writeProgress } from "../../firmware/first-setup/progress.ts";
import { steppedSs2 } from "../support/ported-devices.ts";
import { setupBench } from "../support/setup-bench.ts";

/** A table that was set up, and is set up again, changed by hand, or taken back. */

it("what was changed by hand is kept or named, never overwritten; a self-test that was cut is taken back whole", async () => {
  const here = setupBench();
  await here.plug("usb-Wheel", steppedSs2());
  const port = await freePort(19_470);
  const answers = (
    name: string,
  ): string => `table: { name: ${name}, log: tirada.example/casino-1/table-07, rulebook: cl/ruleta-francesa }
wheel: { device: cammegh-ss2 }
people: [{ name: Ana, role: jefe-de-mesa, pin: "830519" }]
display: { port: ${port} }
storage: { folder: ${here.storage} }
`;
  // Another program has the port: that is said before anything is made, with one that is free.
  const taken = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void taken.close());
  const refused = await here.setUp(answers("Mesa 7"));
  expect(`${refused.status} ${refused.stderr}`).toMatch(
    /^5 .*port \d+ is taken by another program.*is free \(display\.port\)/,
  );
  await new Promise((resolve) => taken.close(resolve));
  expect((await here.setUp(answers("Mesa 7"))).status).toBe(0);

  const edited = readFileSync(here.config, "utf8").replace("name: Mesa 7", "name: Mesa 9");
  writeFileSync(here.config, edited);
  const again = await here.setUp(answers("Mesa 7"));
  expect(again.stdout).toContain("was changed by hand since tirada setup wrote it; it stays as it is");
  expect(again.stdout).toContain("- name: Mesa 7; + name: Mesa 9");
  expect(readFileSync(here.config, "utf8")).toBe(edited);
  const other = await here.setUp(answers("Mesa 8"));
  expect(`${other.status} ${other.stderr}`).toMatch(/^2 .*changed by hand.*- name: Mesa 7; \+ name: Mesa 9/);
  expect(readFileSync(here.config, "utf8")).toBe(edited);

  // As it is when the self-test is cut: the records are there, and nothing says which was its last.
  const progress = readProgress(here.config);
  if (progress === null) throw new Error("there is no progress");
  writeProgress(here.config, { ...progress, last: null, testing: true });
  const undone = await here.undo();
  expect(`${undone.status}${undone.stderr}`).toBe("0");
  expect(undone.stdout).toContain(`Kept ${here.config}.kept: it was changed by hand`);
  expect([existsSync(here.storage), existsSync(here.config), existsSync(progressPathOf(here.config))]).toEqual([
    false,
    false,
    false,
  ]);
  expect(readFileSync(`${here.config}.kept`, "utf8")).toBe(edited);
}, 120_000);
