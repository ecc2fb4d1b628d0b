import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chmodSync, isThere } from "../disk/disk.ts";
import { EXIT, Problem } from "../problem.ts";

const LIMIT_MS = 20_000;

/** Where the request of a unit lies: beside the certificate that will come of it. */
export const requestPathOf = (certificate: string): string => `${certificate.replace(/\.(?:pem|crt)$/, "")}.csr`;

/**
 * Makes the key of a unit and its request for a certificate, as docs/remote.md has it ("A unit"); files that are there stay. Resolves
 * with the files that were made. Rejects with a Problem.
 */
export async function makeRequest(key: string, certificate: string): Promise<readonly string[]> {
  const request = requestPathOf(certificate);
  if (isThere(request) && isThere(key)) return [];
  const subject = ["-subj", "/CN=request", "-out", request];
  const hadKey = isThere(key);
  const words = hadKey
    ? ["req", "-new", "-key", key, ...subject]
    : ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, ...subject];
  await openssl(words, `making ${request}`);
  chmodSync(key, 0o600);
  return hadKey ? [request] : [key, request];
}

async function openssl(words: readonly string[], doing: string): Promise<void> {
  try {
    await promisify(execFile)("openssl", words, { timeout: LIMIT_MS });
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT")
      throw new Problem(EXIT.usage, `${doing}: openssl is not installed; sudo apt-get install openssl`);
    const why = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    throw new Problem(EXIT.storage, `${doing} failed: ${why}; may this user write there?`);
  }
}
