import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { EXIT, Problem, usageProblem } from "../../problem.ts";

/** Names under which Debian and others install Chromium, in the order in which they are looked for in PATH. */
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The browser gets so long, in milliseconds, and the PDF may be so big, in bytes. */
const LIMIT_MS = 60_000;
export const MAX_PDF_BYTES = 32 * 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Makes a PDF of one page of HTML that needs nothing else, with the Chromium of this machine. Throws Problem: none is found, the
 * file is there already or cannot be written, the browser fails or takes longer than `limitMs` milliseconds.
 */
export async function printPdf(page: string, file: string, limitMs: number = LIMIT_MS): Promise<void> {
  const browser = browserOf(process.env);
  const folder = mkdtempSync(join(tmpdir(), "tirada-print-"));
  try {
    const [source, made] = [join(folder, "page.html"), join(folder, "page.pdf")];
    writeFileSync(source, page, { flag: "wx", mode: 0o600 });
    await runBrowser(browser, limitMs, [
      "--headless",
      // Chromium refuses to start as root without this; the page is our own and has no script.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      `--user-data-dir=${join(folder, "profile")}`,
      "--no-pdf-header-footer",
      `--print-to-pdf=${made}`,
      pathToFileURL(source).href,
    ]);
    storePdf(requirePdf(made, browser), file);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Throws a Problem where this machine has no browser that prints: before anybody has done what is to be printed. */
export const requireBrowser = (): void => void browserOf(process.env);

/** The browser that prints: CHROMIUM, or the first known name in PATH. */
export function browserOf({ CHROMIUM: named, PATH = "" }: Environment): string {
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return named;
    throw usageProblem(`CHROMIUM is "${named}", which is no program: give the path of Chromium`);
  }
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (found !== undefined) return found;
  throw usageProblem(
    `no Chromium is found to make the PDF (${NAMES.join(", ")}): install the package chromium, name the program in CHROMIUM, or leave --pdf out and print the page with any browser`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function runBrowser(browser: string, limitMs: number, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(browser, [...args], {
      timeout: limitMs,
      killSignal: "SIGKILL",
      maxBuffer: 1 << 20,
    });
  } catch (error) {
    const { killed, code } = error as { readonly killed?: boolean; readonly code?: unknown };
    const how = killed === true ? `did not end within ${limitMs / 1_000} s` : `failed (${String(code)})`;
    throw usageProblem(
      `${browser} ${how}: no PDF is made; leave --pdf out and print the page with any browser`,
      error,
    );
  }
}

function requirePdf(path: string, browser: string): Buffer {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const pdf = size > MAX_PDF_BYTES ? null : size === 0 ? null : readFileSync(path);
  if (pdf?.subarray(0, 5).toString("latin1") === "%PDF-") return pdf;
  throw usageProblem(`${browser} made no PDF: leave --pdf out and print the page with any browser`);
}

function storePdf(pdf: Buffer, file: string): void {
  try {
    writeFileSync(file, pdf, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      EXIT.storage,
      code === "EEXIST"
        ? `${file} is there already: name another file`
        : `${file} cannot be written (${code ?? "unknown"}): name a file in a folder that is there and may be written`,
      { cause: error },
    );
  }
}
