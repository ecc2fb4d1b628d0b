import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished } from "vitest";
import { progressPathOf, readProgress, writeProgress } from "../../firmware/first-setup/progress.ts";
import { freePort } from "../../firmware/first-setup/screen-port.ts";
import { refusal, type SetupBench } from "./setup-bench.ts";

/** What `tirada setup` makes of a port that is taken, of a configuration that people changed, and of a self-test that was cut. */

/** Another program has the port: that is said before anything is made, with one that is free. Gives the port, free again. */
export async function refusesTakenPort(here: SetupBench, answers: string): Promise<number> {
  const port = await freePort(19_470);
  const taken = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void taken.close());
  const refused = await here.setUp(answers.replace("port: 0", `port: ${port}`));
  expect(refusal(refused)).toMatch(/^5 .*port \d+ is taken by another program.*is free \(display\.port\)/);
  await new Promise((resolve) => taken.close(resolve));
  return port;
}

/** A configuration that was changed by hand is kept and named, never overwritten; then it is again as it was. */
export async function keepsWhatWasChanged(here: SetupBench, answers: string): Promise<void> {
  const written = readFileSync(here.config, "utf8");
  const edited = written.replace("name: Mesa 7", "name: Mesa 9");
  writeFileSync(here.config, edited);
  const again = await here.setUp(answers);
  expect(again.stdout).toContain("was changed by hand since tirada setup wrote it; it stays as it is");
  expect(again.stdout).toContain("- name: Mesa 7; + name: Mesa 9");
  expect(readFileSync(here.config, "utf8")).toBe(edited);
  expect(refusal(await here.setUp(answers.replace("name: Mesa 7", "name: Mesa 8")))).toMatch(
    /^2 .*changed by hand.*- name: Mesa 7; \+ name: Mesa 9/,
  );
  expect(readFileSync(here.config, "utf8")).toBe(edited);
  writeFileSync(here.config, written);
}

/** A self-test that was cut is taken back whole, and what was changed by hand is kept. */
export async function takesBackCutTest(here: SetupBench): Promise<void> {
  const edited = readFileSync(here.config, "utf8").replace("name: Mesa 8", "name: Mesa 9");
  writeFileSync(here.config, edited);
  // As it is when the self-test is cut: the records are there, and nothing says which was its last.
  const progress = readProgress(here.config);
  if (progress === null) throw new Error("there is no progress");
  writeProgress(here.config, { ...progress, last: null, testing: true });
  const undone = await here.undo();
  expect(`${undone.status}${undone.stderr}`).toBe("0");
  expect(undone.stdout).toContain(`Kept ${here.config}.kept: it was changed by hand`);
  expect([here.storage, here.config, progressPathOf(here.config)].filter((path) => existsSync(path))).toEqual(
    [],
  );
  expect(readFileSync(`${here.config}.kept`, "utf8")).toBe(edited);
}
