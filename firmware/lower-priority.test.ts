import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";

const HERE = new URL("./", import.meta.url);

it("every program beside the table waits for it", () => {
  const programs = globSync("**/*-child.ts", { cwd: HERE.pathname });
  expect(programs.length).toBeGreaterThanOrEqual(5);
  for (const program of programs)
    expect(readFileSync(new URL(program, HERE), "utf8"), program).toContain("lowerPriority();");
});

it("ten steps below whoever starts it, so that a busy core still gives it something", () => {
  const asked = `import { lowerPriority } from "${new URL("lower-priority.ts", HERE).href}";
    import { getPriority } from "node:os"; lowerPriority(); console.log(getPriority());`;
  const told = execFileSync(process.execPath, ["--input-type=module", "--eval", asked], { encoding: "utf8" });
  expect(Number(told)).toBe(Math.min(getPriority() + 10, 19));
});
