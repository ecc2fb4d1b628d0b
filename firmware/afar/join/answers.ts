import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import { shapeProblems } from "../../../src/rules/shape.ts";
import { MAX_FILE_BYTES, atNoPlace } from "../../../src/rules/yaml.ts";
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import { floorSchema } from "../../table/config/floor-config.ts";
import { witnessSchema } from "../../table/config/witness-config.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";
import { LIST_MAX_BYTES } from "../orders/credentials.ts";
import { ROOT_MAX_BYTES } from "../../delivery/update/limits.ts";
import { isTableName } from "../../delivery/update/offer.ts";
import { asCaller } from "./caller.ts";

/** Networks that may be named in one place. */
const NETWORKS_MAX = 64;
const PEM_MAX_BYTES = 65_536;
/** The technician's port, where nobody names another. */
export const SERVER_PORT = 8_472;

const file = z.string().min(1).max(300);
const https = z
  .string()
  .max(300)
  .refine((url) => URL.canParse(url) && new URL(url).protocol === "https:", schemaWords("https-begin"));
const digest = z
  .string()
  .transform((text) => text.replaceAll(/[\s:]/g, "").toLowerCase())
  .refine((text) => /^[0-9a-f]{64}$/.test(text), schemaWords("digest"));
const networks = z
  .array(z.string().refine(isNetwork, schemaWords("network")))
  .min(1)
  .max(NETWORKS_MAX);

/** What the casino gives to all of its tables. Every key is known, every unknown one is an error with its line. Files lie beside it. */
const schema = z.strictObject({
  /** PEM: the authority's certificate and its newest revocation list. */
  authority: file,
  revoked: file,
  /** SHA-256 of the certificate, as the authority reads it out. */
  fingerprint: digest.exactOptional(),
  /** The machine that keeps orders, and the SHA-256 of the public key that it has today. */
  relay: z.strictObject({ url: https, key: digest.exactOptional() }).exactOptional(),
  /** As in the configuration of a table; `ca` is a file beside this one. */
  witness: witnessSchema.exactOptional(),
  /** The casino's floor, as in the configuration of a table. */
  floor: floorSchema.exactOptional(),
  /** Who signs releases, which come over the relay, or on sticks where there is none; left out: none are installed. */
  updates: z
    .strictObject({
      /** The table's name in the director repository; left out: the last part of its log's name. */
      table: z.string().refine(isTableName, schemaWords("table-name")).exactOptional(),
      /** The first roots. */
      image: file,
      director: file,
    })
    .exactOptional(),
  /** The technician's server, and from where it may be reached; left out: nobody reaches it. */
  server: z
    .strictObject({ port: z.int().min(1).max(65_535).default(SERVER_PORT), from: networks })
    .exactOptional(),
  /** What else the table talks to: a broker, screens of the floor. */
  networks: networks.exactOptional(),
});
type Given = z.infer<typeof schema>;

/** What a casino gives, with the files that it names. Nothing but what was understood of a file is kept of it. */
export interface Casino extends Omit<Given, "authority" | "revoked" | "witness" | "updates"> {
  readonly authority: X509Certificate;
  /** PEM, not yet held against the authority. */
  readonly revoked: string;
  readonly witness?: Omit<NonNullable<Given["witness"]>, "ca"> & { readonly ca: string | null };
  readonly updates?: Omit<NonNullable<Given["updates"]>, "image" | "director"> & {
    readonly image: Buffer;
    readonly director: Buffer;
  };
}

/** Reads the file that a casino gives to its tables, and the files beside it, as the person who called. Throws a Problem of one line. */
export function readCasino(path: string): Casino {
  const { data } = readYamlAs(textOf(path, MAX_FILE_BYTES), path, schema, {});
  return withFiles(data, dirname(path));
}

/** What a casino gives to its tables, from answers that somebody typed. Throws a Problem. */
export function casinoOf(value: unknown): Casino {
  const yaml = { ok: true as const, value, problemAt: atNoPlace };
  const read = schema.safeParse(value);
  if (!read.success) {
    const problems = shapeProblems(read.error, yaml, schema);
    throw usageProblem(
      inEveryLanguage((language) =>
        problems.map(({ words, message }) => words?.[language] ?? message).join("; "),
      ),
    );
  }
  return withFiles(read.data, "/");
}

function withFiles(given: Given, folder: string): Casino {
  const at = (name: string): string => resolve(folder, name);
  const { authority: name, revoked, witness, updates, ...rest } = given;
  const authority = certificateIn(at(name));
  if (!authority.ca) throw usageProblem(problemWords("no-authority", { path: at(name) }));
  const { fingerprint } = rest;
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(authority))
    throw usageProblem(problemWords("fingerprint", { path: at(name), found: fingerprintOf(authority) }));
  return {
    ...rest,
    authority,
    revoked: textOf(at(revoked), LIST_MAX_BYTES),
    ...(witness === undefined
      ? {}
      : {
          witness: {
            ...witness,
            ca: witness.ca === undefined ? null : certificateIn(at(witness.ca)).toString(),
          },
        }),
    ...(updates === undefined
      ? {}
      : {
          updates: {
            ...updates,
            image: rootIn(at(updates.image)),
            director: rootIn(at(updates.director)),
          },
        }),
  };
}

/** A certificate by the hex SHA-256 of its bytes. */
export const fingerprintOf = (certificate: X509Certificate): string => sha256Hex(certificate.raw);

/** The certificate in a file that somebody named. Throws a Problem. */
export function certificateIn(path: string): X509Certificate {
  const text = textOf(path, PEM_MAX_BYTES);
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw usageProblem(problemWords("no-certificate", { path }), error);
  }
}

/** The first root of a repository, as it was signed. */
function rootIn(path: string): Buffer {
  const bytes = asCaller(() => orUsageProblem(() => readRegularFile(path, ROOT_MAX_BYTES)));
  if (versionOfRoot(bytes) === null) throw usageProblem(problemWords("no-root", { path }));
  return bytes;
}

/** The number of a root; null: it is none. */
export const versionOfRoot = (bytes: Buffer): number | null =>
  rootShape.safeParse(parseJson(bytes.toString("utf8"))).data?.signed.version ?? null;
const rootShape = z.looseObject({
  signed: z.looseObject({ _type: z.literal("root"), version: z.int().min(1) }),
});

const textOf = (path: string, most: number): string =>
  asCaller(() => orUsageProblem(() => readRegularFile(path, most))).toString("utf8");

/** An address, or a network as `10.7.0.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
