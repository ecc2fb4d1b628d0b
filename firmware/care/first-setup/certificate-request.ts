import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { basename } from "node:path";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { chmodSync, isThere } from "../../files/disk.ts";
import { EXIT, Problem } from "../../problem.ts";
import { asRoot } from "./table-user.ts";

const LIMIT_MS = 20_000;

/** Where the request of a unit lies: beside the certificate that will come of it. */
export const requestPathOf = (certificate: string): string =>
  `${certificate.replace(/\.(?:pem|crt)$/, "")}.csr`;

/** What the words for whoever takes it to the authority name: `file` is what they carry. */
export function requestValues(
  certificate: string,
  log: string,
): Readonly<Record<"path" | "file" | "log", string>> {
  const path = requestPathOf(certificate);
  return { path, file: basename(path), log };
}

/**
 * Makes the key of a unit and its request for a certificate, as docs/remote.md has it ("A unit"); files that are there stay. Throws
 * a Problem.
 */
export function makeRequest(key: string, certificate: string): void {
  const request = requestPathOf(certificate);
  if (isThere(request) && isThere(key)) return;
  const subject = ["-subj", "/CN=request", "-out", request];
  const words = isThere(key)
    ? ["req", "-new", "-key", key, ...subject]
    : [
        "req",
        "-new",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-keyout",
        key,
        ...subject,
      ];
  // The key is the table's user's, whose group and number the files get.
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  asRoot(() => {
    openssl(words, request);
    if (process.geteuid?.() === 0) chownSync(key, uid, gid);
    chmodSync(key, 0o600);
  });
}

function openssl(words: readonly string[], path: string): void {
  try {
    execFileSync("openssl", words, {
      timeout: LIMIT_MS,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") throw new Problem(EXIT.usage, problemWords("openssl-none", { path }));
    const why = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    throw new Problem(EXIT.storage, problemWords("openssl-failed", { path, why }));
  }
}
