import { createHash } from "node:crypto";
import { ACCEPTANCE_NAMESPACE } from "../../src/record/acceptance-report.ts";
import type { Signer } from "../../src/record/keys.ts";
import { signSsh } from "../../src/record/sshsig.ts";
import { readRegularFile } from "../files/read-file.ts";
import { MAX_PDF_BYTES } from "./rules/print-pdf.ts";

export { printPdf, requireBrowser } from "./rules/print-pdf.ts";

/** The signature of a PDF, which goes beside it. */
export const signPdf = (path: string, signer: Signer): string =>
  signSsh(
    createHash("sha512").update(readRegularFile(path, MAX_PDF_BYTES)).digest(),
    ACCEPTANCE_NAMESPACE,
    signer,
  );
