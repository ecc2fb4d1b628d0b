import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { holderOf, publicKeyId, type CertificateFault } from "../../../src/orders/certificate.ts";
import { openCheckpoint } from "../../../src/record/checkpoint.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { askHttps, type Answered } from "../../net/ask-https.ts";
import type { Credentials } from "../orders/credentials.ts";
import { askRelay, RELAY_ANSWER_MS } from "../orders/letters.ts";
import { ROOT_MAX_BYTES } from "../../delivery/update/limits.ts";
import { versionOfRoot, type Casino } from "./answers.ts";

/** What a machine of the casino is found to be. `foreign`: it is not the one that this casino names. */
export type Look =
  | { readonly is: "right" }
  | { readonly is: "silent"; readonly why: string }
  | { readonly is: "unproven" }
  | { readonly is: "unknown-table" }
  | { readonly is: "foreign"; readonly why: Foreign; readonly found: string };

/** Why a machine is not the casino's own. */
export type Foreign = CertificateFault | "other-machine" | "other-key" | "other-root";

const SAID_MAX = 300;
const LOGS_MAX_BYTES = 1_048_576;
const CHECKPOINT_MAX_BYTES = 131_072;

/** The relay: first whose certificate it shows, to whom nothing is said yet; then whether it knows this table. Never rejects. */
export async function lookAtRelay(
  { relay }: { readonly relay: NonNullable<Casino["relay"]> },
  credentials: Credentials,
  clock: Clock,
): Promise<Look> {
  const url = new URL(relay.url);
  const shown = await certificateAt(url, clock);
  if (typeof shown === "string") return { is: "silent", why: shown };
  const holder = holderOf(shown, credentials.authority, clock.wall());
  if (typeof holder === "string") return { is: "foreign", why: holder, found: issuerOf(shown) };
  if (holder.as !== "relay")
    return { is: "foreign", why: "other-machine", found: `${holder.as} ${holder.name}` };
  const key = publicKeyId(shown.publicKey);
  if (relay.key !== undefined && relay.key !== key) return { is: "foreign", why: "other-key", found: key };
  return seenIn(await askRelay(relay.url.endsWith("/") ? relay.url : `${relay.url}/`, credentials, "letters"));
}

const seenIn = (answered: Answered): Look => {
  if ("silent" in answered) return { is: "silent", why: answered.silent };
  return answered.status === 200 ? { is: "right" } : { is: "silent", why: statusOf(answered) };
};
const statusOf = ({ status }: { readonly status: number }): string => `status ${status}`;

/** The certificate that a server shows, whoever issued it; or in a word why there is none. */
function certificateAt(url: URL, clock: Clock): Promise<X509Certificate | string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Nothing is sent: it is looked at, and judged by its bytes.
      rejectUnauthorized: false,
      minVersion: "TLSv1.3",
    });
    const late = clock.after(RELAY_ANSWER_MS * US_PER_MS, "look at the relay", () => end("ETIMEDOUT"));
    const end = (found: X509Certificate | string): void => {
      late.cancel();
      resolve(found);
      socket.destroy();
    };
    socket.once("secureConnect", () => end(socket.getPeerX509Certificate() ?? "no certificate"));
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message.slice(0, SAID_MAX)));
  });
}

const issuerOf = ({ issuer }: X509Certificate): string =>
  issuer
    .split("\n")
    .find((part) => part.startsWith("CN="))
    ?.slice(3, SAID_MAX) ?? "?";

/**
 * The witness: by the key that it says it has, and by a checkpoint that it cosigned, where it has one. `log`, `vkey`: of this table. Never
 * rejects.
 */
export async function lookAtWitness(
  { witness }: { readonly witness: NonNullable<Casino["witness"]> },
  { log, vkey }: { readonly log: string; readonly vkey: string },
): Promise<Look> {
  const ask = (path: string, most: number): Promise<Answered> =>
    askHttps(witness.ca === null ? {} : { ca: witness.ca }, {
      url: new URL(path, witness.url),
      most,
      withinMs: RELAY_ANSWER_MS,
    });
  const answered = await ask("logs", LOGS_MAX_BYTES);
  if ("silent" in answered) return { is: "silent", why: answered.silent };
  const listed = answered.status === 200 ? logsIn(answered.body) : null;
  // Another program that speaks the protocol need not have this page.
  if (listed === null) return { is: "unproven" };
  if (listed.witness !== witness.key) return { is: "foreign", why: "other-key", found: listed.witness };
  const known = listed.logs.find((one) => one.log === log);
  if (known === undefined || known.vkey !== vkey) return { is: "unknown-table" };
  const cosigned = listed.logs.find(({ size }) => size > 0);
  if (cosigned === undefined) return { is: "unproven" };
  const note = await ask(`logs/${cosigned.id}/checkpoint`, CHECKPOINT_MAX_BYTES);
  if ("silent" in note || note.status !== 200) return { is: "unproven" };
  return isCosigned(note.body, cosigned.vkey, witness.key)
    ? { is: "right" }
    : { is: "foreign", why: "other-key", found: listed.witness };
}

const logsShape = z.looseObject({
  witness: z.string().max(SAID_MAX),
  logs: z.array(
    z.looseObject({
      log: z.string().max(SAID_MAX),
      vkey: z.string().max(SAID_MAX),
      id: z.string().regex(/^[0-9a-f]{64}$/),
      size: z.int().min(0),
    }),
  ),
});

const logsIn = (body: string): z.infer<typeof logsShape> | null =>
  logsShape.safeParse(parseJson(body)).data ?? null;

function isCosigned(note: string, log: string, witness: string): boolean {
  try {
    return openCheckpoint(note, parseVkey(log), [parseVkey(witness)]).witnessed.length > 0;
  } catch {
    return false;
  }
}

/** Where releases come from: both repositories must begin with the very roots that this casino gives. Never rejects. */
export async function lookAtUpdates(
  url: string,
  updates: NonNullable<Casino["updates"]>,
  { cert, key, ca, crl }: Credentials,
): Promise<Look> {
  for (const repository of ["image", "director"] as const) {
    const root = updates[repository];
    const path = `${repository}/metadata/${versionOfRoot(root) ?? 1}.root.json`;
    const answered = await askHttps(
      { cert, key, ca, crl },
      {
        url: new URL(path, `${url.replace(/\/+$/, "")}/`),
        most: ROOT_MAX_BYTES,
        withinMs: RELAY_ANSWER_MS,
      },
    );
    if ("silent" in answered) return { is: "silent", why: answered.silent };
    if (answered.status !== 200) return { is: "silent", why: `${path}: ${statusOf(answered)}` };
    if (!answered.bytes.equals(root)) return { is: "foreign", why: "other-root", found: path };
  }
  return { is: "right" };
}
