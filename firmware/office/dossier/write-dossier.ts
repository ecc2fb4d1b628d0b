import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Signer } from "../../../src/record/keys.ts";
import { allowedSigner, signSsh } from "../../../src/record/sshsig.ts";
import {
  DOSSIER_NAMESPACE,
  LIST_FILE,
  SIGNATURE_FILE,
  SIGNER_FILE,
} from "../../evidence/verify/verify-dossier.ts";
import { isThere } from "../../files/disk.ts";
import { renameDurably } from "../../files/durable.ts";
import { errorText, EXIT, Problem } from "../../problem.ts";
import { dossierFiles, listOf } from "./build-dossier.ts";
import { PagePrinter } from "./page-printer.ts";
import type { Sources } from "./sources.ts";

export interface Wanted {
  /** A folder that is not there yet. */
  readonly out: string;
  /** Null: it is not signed, and nobody has to believe it. */
  readonly signer: Signer | null;
  readonly pdf: boolean;
}

/** Pages that only lead to others. */
const INDEX = /(?:^|\/)index\.html$/;

/** Writes a dossier; what is under its name is whole. Gives the number of its files. Throws a Problem. */
export async function writeDossier(sources: Sources, { out, signer, pdf }: Wanted): Promise<number> {
  requireNew(out);
  const files = await dossierFiles(sources, pdf);
  let fresh: string | null = null;
  try {
    fresh = mkdtempSync(`${out}.`);
    chmodSync(fresh, 0o755);
    for (const [path, bytes] of files) write(fresh, path, bytes);
    const more = new Map<string, string | Uint8Array>(pdf ? await printed(fresh, files, sources) : []);
    if (signer !== null) more.set(SIGNER_FILE, `${signer.verifier.vkey}\n`);
    for (const [path, bytes] of more) write(fresh, path, bytes);
    const list = listOf(new Map([...files, ...more]));
    write(fresh, LIST_FILE, list);
    const sha512 = createHash("sha512").update(list).digest();
    if (signer !== null) write(fresh, SIGNATURE_FILE, signSsh(sha512, DOSSIER_NAMESPACE, signer));
    renameDurably(fresh, out);
    return files.size + more.size;
  } catch (error) {
    if (fresh !== null) rmSync(fresh, { recursive: true, force: true });
    if (error instanceof Problem) throw error;
    throw new Problem(EXIT.storage, `cannot write ${out}: ${errorText(error)}; name another folder`, {
      cause: error,
    });
  }
}

/** Throws a Problem: a dossier is made once, and nothing is written over. */
export function requireNew(out: string): void {
  if (isThere(out)) throw new Problem(EXIT.storage, `${out} is there already: name a new folder`);
}

/** The line with which `ssh-keygen -Y verify` knows the signer. */
export const allowedLine = ({ verifier }: Signer): string => allowedSigner(verifier, DOSSIER_NAMESPACE);

function write(folder: string, path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes, { flag: "wx" });
}

/** The PDF of every page that holds something, beside it. */
async function printed(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  { checkout }: Sources,
): Promise<ReadonlyMap<string, Buffer>> {
  const pdfs = new Map<string, Buffer>();
  const printer = new PagePrinter();
  const date = checkout.at.replaceAll(/\D/g, "").slice(0, 14);
  try {
    for (const [path, page] of files) {
      if (typeof page !== "string" || !path.endsWith(".html") || INDEX.test(path)) continue;
      const file = join(folder, `${path}.print.html`);
      writeFileSync(file, withoutLinks(page));
      pdfs.set(path.replace(/html$/, "pdf"), await printer.print(file, date));
      rmSync(file);
    }
  } finally {
    await printer.end();
  }
  return pdfs;
}

/** A printed page leads to itself alone: where a folder lies is not known on paper. */
const withoutLinks = (page: string): string => page.replaceAll(/<a href="(?!#)[^"]*">([\s\S]*?)<\/a>/g, "$1");
