import { join } from "node:path";
import { z } from "zod";
import { bundleIn, BUNDLE_PART_BYTES, lengthOfPart, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import { closeSync, isThere, openSync, readSync, rmSync, statfsSync, statSync } from "../../files/disk.ts";
import { DAY_MS } from "../../../src/orders/certificate.ts";
import { createDurably, makeFolder, namesIn } from "../../files/durable.ts";
import { storedState } from "../../files/read-file.ts";

/** Bundles that wait at a table to be fetched, the newest ones; and for how long. */
export const BUNDLES_HELD = 2;
export const BUNDLE_HELD_MS = DAY_MS;
/** Per mille of the disk in use from which on no bundle is made: the room is the evidence's. */
export const BUNDLE_ROOM_PM = 800;
const FOLDER = "bundles";
const NAME = /^([0-9a-f]{64})\.(?:age|json)$/;
const KEPT_MAX_BYTES = 262_144;

const keptSchema = z.strictObject({ format: z.literal("tirada-sent-bundle/1"), bundle: z.unknown() });

/** A bundle and the order that asked for it. */
export interface KeptBundle {
  /** Hex SHA-256 of the order's line. */
  readonly order: string;
  readonly bundle: SentBundle;
}

/**
 * Bundles that were ordered, beside the evidence: `bundles/<order>.age`, and `<order>.json` once the order's records are durable and its
 * answer is signed. Without the second file nothing of the first one leaves.
 */
export class BundleSpool {
  readonly #folder: string;

  /** `storage`: the table's storage folder. */
  constructor(storage: string) {
    this.#folder = join(storage, FOLDER);
  }

  /** Where the bundle of this order is to be written; its folder is there then. */
  pathFor(order: string): string {
    makeFolder(this.#folder);
    return join(this.#folder, `${order}.age`);
  }

  /** Whether the disk has room for another one. */
  hasRoom(): boolean {
    makeFolder(this.#folder);
    const { blocks, bavail } = statfsSync(this.#folder);
    return (blocks - bavail) * 1_000 < blocks * BUNDLE_ROOM_PM;
  }

  /** The bundle may be fetched from now on. */
  release({ order, bundle }: KeptBundle): void {
    const text = JSON.stringify({ format: "tirada-sent-bundle/1", bundle });
    createDurably(join(this.#folder, `${order}.json`), Buffer.from(text), 0o600);
  }

  /** Those that may be fetched, the newest first. */
  bundles(): readonly KeptBundle[] {
    return this.#orders()
      .filter((order) => isThere(join(this.#folder, `${order}.json`)))
      .flatMap((order) => {
        const bundle = this.#read(order);
        return bundle === null ? [] : [{ order, bundle }];
      });
  }

  /** One part of a bundle that may be fetched; null: there is none. */
  part(order: string, part: number): Buffer | null {
    const kept = this.bundles().find((one) => one.order === order);
    if (kept === undefined || part >= kept.bundle.parts.length) return null;
    const bytes = Buffer.alloc(lengthOfPart(kept.bundle, part));
    const fd = openSync(join(this.#folder, `${order}.age`), "r");
    try {
      const read = readSync(fd, bytes, 0, bytes.length, part * BUNDLE_PART_BYTES);
      return read === bytes.length ? bytes : null;
    } finally {
      closeSync(fd);
    }
  }

  remove(order: string): void {
    for (const end of ["json", "age"]) rmSync(join(this.#folder, `${order}.${end}`), { force: true });
  }

  /** Takes away what is too old, too many, or was never released. `now`: milliseconds since 1970. */
  tidy(now: number): void {
    const released = new Set(this.bundles().map(({ order }) => order));
    const stay = new Set(
      this.#orders()
        .filter((order) => released.has(order) && this.#madeAt(order) + BUNDLE_HELD_MS >= now)
        .slice(0, BUNDLES_HELD),
    );
    if (!isThere(this.#folder)) return;
    for (const name of namesIn(this.#folder))
      if (!stay.has(NAME.exec(name)?.[1] ?? "")) rmSync(join(this.#folder, name), { force: true });
  }

  /** Every order that has a file here, that of the newest bundle first. */
  #orders(): readonly string[] {
    if (!isThere(this.#folder)) return [];
    const found = new Set(namesIn(this.#folder).flatMap((name) => NAME.exec(name)?.[1] ?? []));
    return [...found].toSorted((one, other) => this.#madeAt(other) - this.#madeAt(one));
  }

  #madeAt(order: string): number {
    return statSync(join(this.#folder, `${order}.age`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  #read(order: string): SentBundle | null {
    try {
      const kept = storedState(join(this.#folder, `${order}.json`), keptSchema, KEPT_MAX_BYTES);
      return kept === null ? null : bundleIn(kept.bundle);
    } catch {
      // A damaged file is one that is not there: the bundle is ordered again.
      return null;
    }
  }
}
