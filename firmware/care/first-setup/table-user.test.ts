import { execFileSync, spawn } from "node:child_process";
import { closeSync, globSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

const MODULE = new URL("table-user.ts", import.meta.url).href;

// Another user can be taken on by root alone.
describe.runIf(process.getuid?.() === 0)("root, as the table's user", () => {
  const said = (program: string): readonly string[] =>
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })
      .trim()
      .split("\n");

  test("starts every program as that user, and does not come back", () => {
    const lines = said(`
      import { execFileSync } from "node:child_process";
      import { becomeTableUser } from "${MODULE}";
      becomeTableUser("nobody");
      console.log(execFileSync("id", ["-un"], { encoding: "utf8" }).trim());
      console.log(execFileSync("sh", ["-c", "head -c 1 /etc/shadow 2>/dev/null || echo none"], { encoding: "utf8" }).trim());
      try { process.seteuid(0); console.log("root again"); } catch (error) { console.log(error.code); }
    `);
    expect(lines).toEqual(["nobody", "none", "EPERM"]);
  });

  test("sees who else reads a port, and as the table's user alone only its own programs", () => {
    const port = openSync("/dev/full", "r");
    const reader = spawn("sleep", ["60"], { stdio: [port, "ignore", "ignore"] });
    closeSync(port);
    onTestFinished(() => void reader.kill("SIGKILL"));
    const seen = (act: string): string =>
      said(`
      import { actAsTableUser, whoReads } from "${MODULE}";
      ${act}
      console.log(process.geteuid() + " " + whoReads("/dev/full").join());
    `).join();
    const named = `sleep (${reader.pid})`;
    const nobody = execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }).trim();
    expect(seen(`actAsTableUser("root");`)).toBe(`0 ${named}`);
    // As set-up does for root and through sudo.
    expect(seen(`actAsTableUser("nobody");`)).toBe(`${nobody} ${named}`);
    expect(seen(`process.env.SUDO_UID = "1000"; actAsTableUser("nobody");`)).toBe(`${nobody} ${named}`);
    expect(seen(`process.setgid(${nobody}); process.setuid(${nobody}); actAsTableUser(null);`)).toBe(
      `${nobody} `.trim(),
    );
  });

  test("stays root where there is no such user", () => {
    expect(
      said(`
      import { becomeTableUser } from "${MODULE}";
      becomeTableUser("nobody-of-this-name");
      console.log(process.getuid());
    `),
    ).toEqual(["0"]);
  });
});

test("every command that may start a program of a configuration is no longer root by then", () => {
  const cli = fileURLToPath(new URL("../../cli/", import.meta.url));
  const starts = globSync(`${cli}**/*.ts`).filter((file) =>
    /\b(?:takeFrames|readArenaOnce|runTable|serveTable)\(/.test(readFileSync(file, "utf8")),
  );
  expect(starts.length).toBeGreaterThan(1);
  for (const file of starts) expect(readFileSync(file, "utf8"), file).toContain("becomeTableUser()");
});
