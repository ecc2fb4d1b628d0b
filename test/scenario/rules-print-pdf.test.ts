import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { printPdf } from "../../firmware/cli/rules/print-pdf.ts";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import type { Ended } from "../support/table-process.ts";

afterEach(() => void vi.unstubAllEnvs());

const pdf = (file: string): Promise<Ended> =>
  commandHere(["rules", "print", "cl/ruleta-francesa", "--pdf", file]);
const leftOver = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("tirada-print-"));

/** A program that stands for a browser. */
function browser(script: string): string {
  const path = join(temporaryFolder(), "chromium");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("tirada rules print --pdf", () => {
  it("makes a PDF with the Chromium of the machine, and leaves nothing else behind", async () => {
    vi.stubEnv("CHROMIUM", "/usr/bin/chromium");
    vi.stubEnv("TMPDIR", temporaryFolder());
    const file = join(temporaryFolder(), "booklet.pdf");
    expect(await pdf(file)).toMatchObject({ status: EXIT.done, stdout: "", stderr: "" });
    const bytes = readFileSync(file);
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(bytes.length).toBeGreaterThan(20_000);
    expect(leftOver()).toEqual([]);
  });

  it("looks for it in PATH, and writes over no file", async () => {
    vi.stubEnv("CHROMIUM", "");
    const path = browser(
      'for one in "$@"; do case $one in --print-to-pdf=*) printf %%PDF-1 > "${one#*=}";; esac; done',
    );
    vi.stubEnv("PATH", `${path.replace(/\/chromium$/, "")}:/usr/bin:/bin`);
    const file = join(temporaryFolder(), "booklet.pdf");
    expect((await pdf(file)).status).toBe(EXIT.done);
    expect(readFileSync(file, "utf8")).toBe("%PDF-1");
    expectProblem(await pdf(file), EXIT.storage, "is there already: name another file");
    expectProblem(await pdf(join(file, "x.pdf")), EXIT.storage, "cannot be written (ENOTDIR)");
  });

  it("says in one line what to do without one, and of one that fails", async () => {
    const file = join(temporaryFolder(), "booklet.pdf");
    vi.stubEnv("CHROMIUM", "");
    vi.stubEnv("PATH", temporaryFolder());
    expectProblem(await pdf(file), EXIT.usage, "no Chromium is found to make the PDF");
    vi.stubEnv("CHROMIUM", "/nowhere/chromium");
    expectProblem(await pdf(file), EXIT.usage, 'CHROMIUM is "/nowhere/chromium", which is no program');
    vi.stubEnv("CHROMIUM", browser("exit 7"));
    expectProblem(await pdf(file), EXIT.usage, "failed (7)");
    vi.stubEnv("CHROMIUM", browser("exit 0"));
    expectProblem(await pdf(file), EXIT.usage, "made no PDF");
    vi.stubEnv("CHROMIUM", browser("exec /bin/sleep 9"));
    await expect(printPdf("<p>", file, 100)).rejects.toThrow("did not end within 0.1 s: no PDF is made");
    expect(existsSync(file)).toBe(false);
  });
});
