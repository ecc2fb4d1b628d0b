import { join } from "node:path";
import { BUNDLE_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { encryptTo, isRecipient } from "../bundle/age.ts";
import { collectFiles, type ClosedRounds } from "../bundle/collect.ts";
import { manifestText, packBundle, sha512Of } from "../bundle/format.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { asOwnerOf } from "../../files/as-owner.ts";
import { writeWhole } from "../../journal/export/target-file.ts";
import { heldKeys } from "../../journal/keys/key-files.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { metricsText } from "../../table/log/metrics.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { askUnit, type ControlRequest } from "../../net/control.ts";
import type { BundleParts } from "../../unit/control/control-answers.ts";
import { figuresOf } from "../../unit/health.ts";
import type { DoctorReport } from "./report.ts";

/** The longest that a unit may take to answer, ms. */
const ANSWER_MS = 20_000;

/** What a bundle is asked for. */
export interface BundleRequest {
  readonly config: Config;
  readonly report: DoctorReport;
  /** The person who asked: a public key of age, `age1…`. */
  readonly recipient: string;
}

/** A bundle before it goes anywhere. */
export interface ComposedBundle {
  /** Signed by the table, and encrypted. */
  readonly sealed: Uint8Array;
  readonly files: number;
  readonly missing: readonly { readonly name: string; readonly why: string }[];
}

export interface BundleMade extends Omit<ComposedBundle, "sealed"> {
  readonly path: string;
  readonly bytes: number;
}

/** Writes a bundle to a new file. Throws a Problem. */
export async function makeBundle({
  path,
  ...asked
}: BundleRequest & { readonly path: string }): Promise<BundleMade> {
  if (!isRecipient(asked.recipient))
    throw usageProblem(
      `--to ${asked.recipient}: not a public key of age; it begins with age1 and is printed by tirada doctor --new-key`,
    );
  requireWriteTarget({
    path,
    what: "a bundle",
    isOlder: (start) => start.toString("latin1").startsWith("age-encryption.org/v1"),
    replace: "no",
  });
  const { sealed, ...made } = await composeBundle(asked);
  await writeWhole(path, (file) => file.writeFile(sealed));
  return { path, bytes: sealed.length, ...made };
}

/** Makes a bundle: signed by the table, and readable by the person who asked alone. The unit goes on meanwhile. Throws a Problem. */
export async function composeBundle({ config, report, recipient }: BundleRequest): Promise<ComposedBundle> {
  const { folder } = config.storage;
  const running = await partsOf(folder);
  const closed: ClosedRounds = { newest: running?.closed ?? null };
  const { files, missing } = collectFiles(
    {
      report,
      health: running?.health ?? null,
      metrics: running === null ? null : await metricsText(figuresOf(running.health, null)),
      log: running?.log ?? [],
      config,
    },
    join(folder, "recordings"),
    closed,
  );
  const sign =
    running === null
      ? await asOwnerOf(folder, () => Promise.resolve(signerOf(config)))
      : askingSigner(folder, running.vkey);
  const manifest = manifestText(files, {
    at: report.at,
    log: logOf(config),
    vkey: sign.vkey,
    release: report.release,
    missing: [...missing],
  });
  const tar = packBundle(files, manifest, await sign.sign(sha512Of(manifest)));
  const sealed = await encryptTo(recipient, tar);
  return { sealed, files: files.length, missing };
}

/** What the unit gives; null: none runs. */
async function partsOf(folder: string): Promise<BundleParts | null> {
  const lines = await ask(folder, { do: "bundle" });
  return lines === null ? null : (JSON.parse(lines[0] ?? "") as BundleParts);
}

async function ask(folder: string, asked: ControlRequest): Promise<readonly string[] | null> {
  const answer = await askUnit(folder, asked, AbortSignal.timeout(ANSWER_MS));
  if (answer === null) return null;
  if (!answer.ok) throw new Problem(EXIT.storage, `the unit gave nothing for the bundle: ${answer.why}`);
  return answer.lines;
}

interface BundleSigner {
  readonly vkey: string;
  sign(sha512: Uint8Array): Promise<string>;
}

/** The running unit signs: its key is nobody else's. */
function askingSigner(folder: string, vkey: string): BundleSigner {
  return {
    vkey,
    sign: async (sha512) => {
      const lines = await ask(folder, { do: "sign-bundle", sha512: Buffer.from(sha512).toString("hex") });
      if (lines?.[0] === undefined)
        throw new Problem(EXIT.storage, "the unit stopped while the bundle was made: make it again");
      return lines[0];
    },
  };
}

/** Of a unit that does not run: its key as it lies in the folder. Throws a JournalError when it is not there. */
function signerOf(config: Config): BundleSigner {
  const { folder } = config.storage;
  const log = logOf(config);
  const { vkey } = journalKeys(join(folder, "journal.db")).current;
  const held = heldKeys(keyPathOf(folder, log), log, false).find(({ signer }) => signer.verifier.vkey === vkey);
  if (held === undefined) throw new Problem(EXIT.storage, `the key ${vkey} of the journal is not in ${folder}`);
  return { vkey, sign: (sha512) => Promise.resolve(signSsh(sha512, BUNDLE_NAMESPACE, held.signer)) };
}
