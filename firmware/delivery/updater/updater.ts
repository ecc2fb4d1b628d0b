import { join } from "node:path";
import { wallMs, type WallMs } from "../../../src/time/instant.ts";
import { statSync } from "../../files/disk.ts";
import { onDisk } from "../../files/errors.ts";
import { errorText, EXIT, Problem } from "../../problem.ts";
import { ReleaseError } from "../releases/errors.ts";
import { MANIFEST_FILE, unpackedBytes, type KnownManifest, type Platform } from "../releases/manifest.ts";
import { requireInstalled, slotFolder, type InstallSource, type unpackRelease } from "../releases/unpack.ts";
import type { Checked, UpdateRequest } from "../update/client.ts";
import { UpdateRefusal } from "../update/refusal.ts";
import type { Tree } from "../update/tree.ts";
import type { KnownOfTable, RestartObstacle, UpdateRecord, UpdateState } from "../../net/update-questions.ts";
import { readPlan, writePlan, type Plan } from "./plan.ts";
import {
  makeReleases,
  manifestOf,
  prepareRelease,
  requireSpace,
  requireWayBack,
  type NoReturnProof,
} from "./prepare.ts";
import { pointTo, readSlots, releasesFolder, type Slots } from "./slots.ts";
import type { Switcher } from "./switch.ts";
import type { TableLink } from "./table-link.ts";

/** Who wants something, and by which order. */
export interface Asked {
  readonly by: string;
  readonly order: string | null;
  /** Why, in words. */
  readonly reason?: string;
}

export interface AskedRollback extends Asked {
  readonly from?: string | null;
}

/** What is wanted of an installation. */
export interface AskedInstall extends Asked {
  /** The release that must be offered, by its number; left out or null: whichever is. */
  readonly release?: number | null;
  readonly proof?: NoReturnProof | null;
}

export interface UpdaterParts {
  readonly root: string;
  readonly platform: Platform | null;
  readonly table: TableLink;
  readonly switcher: Switcher;
  /** Why an installed release is not what was signed (`held-slot.ts`); null: it is. */
  readonly difference: (rel: string) => string | null;
  /** Asks the repositories in this tree. */
  readonly check: (tree: Tree, known: Pick<UpdateRequest, "known" | "confirmedRelease">) => Promise<Checked>;
  /** Throws a Problem while another base system is under way. */
  readonly requireNoBase: () => void;
}

export interface UpdaterStatus {
  readonly format: "tirada-updater/1";
  readonly current: Named | null;
  readonly confirmed: Named | null;
  readonly former: Named | null;
  /** What is under way; null: nothing is. */
  readonly plan: Plan | null;
  /** Why the table was not switched when it was asked last. */
  readonly obstacles: readonly RestartObstacle[];
  /** Null: no table answers. */
  readonly table: UpdateState | null;
}

type Named = Plan["to"];

/** What a record of a step says. */
interface StepReport {
  readonly from: KnownManifest;
  readonly to?: KnownManifest | null;
  readonly release?: number | null;
  readonly why: string | null;
}

interface WayBack {
  readonly from: KnownManifest;
  readonly to: KnownManifest;
}

/** What people and orders ask of the updater of one table. One thing at a time is done: see `server.ts`. */
export class Updater {
  readonly #parts: UpdaterParts;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
  }

  async status(): Promise<UpdaterStatus> {
    const { root, table, switcher } = this.#parts;
    const { current, confirmed, former } = readSlots(root);
    const name = (rel: string | null): Named | null => (rel === null ? null : this.#named(rel));
    return {
      format: "tirada-updater/1",
      current: name(current),
      confirmed: name(confirmed),
      former: name(former),
      plan: readPlan(root),
      obstacles: switcher.obstacles,
      table: await table.state("install"),
    };
  }

  /** Holds the release that the table runs against its manifest and against what was signed. Throws a Problem where none is there. */
  verify(): { readonly rel: string; readonly difference: string | null } {
    const { current, confirmed } = this.#slots();
    const rel = current ?? confirmed;
    return { rel, difference: this.#parts.difference(rel) };
  }

  /** What the repositories have for this table. Nothing is fetched. `told`: what the table said when it asked. @throws UpdateRefusal */
  async check(tree: Tree, told: KnownOfTable | null = null): Promise<Checked> {
    const { confirmed } = this.#slots();
    const known = told ?? (await this.#parts.table.state("install"));
    return this.#parts.check(tree, this.#knownOf(confirmed, known));
  }

  /**
   * Brings the release that the repositories name for this table into its slot and announces it; from then on it is switched to as soon
   * as the table says yes. Null: it runs already. A refusal is a record too. @throws UpdateRefusal, ReleaseError, JournalError
   */
  async install(
    openTree: () => Tree,
    { release = null, proof = null, ...asked }: AskedInstall,
  ): Promise<Plan | null> {
    const { root, platform } = this.#parts;
    const { confirmed } = this.#slots();
    const from = manifestOf(root, confirmed);
    try {
      this.#requireIdle();
      const checked = await this.check(openTree());
      const { offer } = checked;
      if (offer === null) throw new UpdateRefusal("incomplete", "director", "it names no release");
      if (release !== null && offer.release !== release)
        throw new UpdateRefusal("other-release", `release ${release}`, `it is ${offer.release}`);
      const options = { root, platform, confirmed: from.manifest, proof };
      const to = await prepareRelease(options, checked);
      if (to.digest === confirmed) return null;
      return await this.#announce({ kind: "install", to, from, release: offer.release }, asked);
    } catch (error) {
      if (error instanceof Problem || error instanceof ReleaseError)
        await this.#tell("refused", asked, { from, why: errorText(error).slice(0, 200) });
      throw error;
    }
  }

  /**
   * Gives up what waits or is on trial; when nothing does, the release that was confirmed before is put on trial. `from`: only where this
   * release is the one that waits, is on trial or runs.
   */
  async rollback(asked: AskedRollback): Promise<Plan | null> {
    const way = this.wayBack(asked);
    if (way === "give-up") await this.#parts.switcher.giveUp(asked.by, asked.reason);
    return way === null || way === "give-up"
      ? null
      : this.#announce({ kind: "rollback", ...way, release: null }, asked);
  }

  /** What a rollback comes to, by what lies here alone; null: to nothing. Throws a Problem where there is no way back. */
  wayBack({ from: left = null }: AskedRollback): WayBack | "give-up" | null {
    const { root } = this.#parts;
    const under = readPlan(root);
    if (left !== null && left !== (under === null ? readSlots(root).confirmed : under.to.rel)) return null;
    if (under !== null) return "give-up";
    this.#parts.requireNoBase();
    const { confirmed, former } = this.#slots();
    if (former === null || former === confirmed)
      throw new Problem(EXIT.release, "no release is here to go back to: none was confirmed before this one");
    const [from, to] = [manifestOf(root, confirmed), manifestOf(root, former)];
    // What the present one has written the former one must read.
    requireWayBack(to.manifest, { ...from.manifest, noReturn: false }, null);
    requireInstalled(slotFolder(releasesFolder(root), former), to);
    return { from, to };
  }

  /** Throws a Problem where no release is confirmed: nothing is installed, held or gone back from. */
  requireConfirmed(): void {
    this.#slots();
  }

  /** Nothing is switched until it is released. The table keeps that. */
  async hold(isHeld: boolean, asked: Asked): Promise<void> {
    const { confirmed } = this.#slots();
    const from = manifestOf(this.#parts.root, confirmed);
    await this.#tell(isHeld ? "held" : "released", asked, { from, why: null });
  }

  async #announce(
    { kind, to, from, release }: Pick<Plan, "kind" | "release"> & { to: KnownManifest; from: KnownManifest },
    { by, order, reason }: Asked,
  ): Promise<Plan> {
    const named = ({ digest, manifest }: KnownManifest): Named => ({ rel: digest, version: manifest.version });
    const plan: Plan = {
      format: "tirada-plan/1",
      kind,
      stage: "waiting",
      release,
      by,
      order,
      to: named(to),
      from: named(from),
      devices: [],
      isFed: false,
    };
    writePlan(this.#parts.root, plan);
    await this.#tell(
      "announced",
      { by, order, ...(reason === undefined ? {} : { reason }) },
      { from, to, release, why: kind === "rollback" ? "rollback" : null },
    );
    await this.#parts.switcher.step();
    return plan;
  }

  async #tell(
    step: UpdateRecord["step"],
    { by, order, reason }: Asked,
    { from, to = null, release = null, why }: StepReport,
  ): Promise<void> {
    await this.#parts.switcher.tell({
      step,
      by,
      order,
      why,
      ...(reason === undefined ? {} : { reason }),
      version: to?.manifest.version ?? null,
      digest: to?.digest ?? null,
      release,
      fromVersion: from.manifest.version,
      fromDigest: from.digest,
    });
  }

  #requireIdle(): void {
    this.#parts.requireNoBase();
    const plan = readPlan(this.#parts.root);
    if (plan === null || plan.stage === "waiting") return;
    throw new Problem(
      EXIT.release,
      `release ${plan.to.version} is on trial: wait until it is confirmed, or go back with: tirada update rollback`,
    );
  }

  #slots(): Slots & { readonly confirmed: string } {
    const slots = readSlots(this.#parts.root);
    if (slots.confirmed !== null) return { ...slots, confirmed: slots.confirmed };
    throw new Problem(
      EXIT.release,
      `${this.#parts.root} has no confirmed release: begin with tirada-updater init (docs/technician/updating.md)`,
    );
  }

  #named(rel: string): Named {
    try {
      return { rel, version: manifestOf(this.#parts.root, rel).manifest.version };
    } catch (error) {
      if (error instanceof ReleaseError) return { rel, version: "?" };
      throw error;
    }
  }

  /** When the confirmed release came here, and what the table knows of the time and of releases before. */
  #knownOf(confirmed: string, told: KnownOfTable | null): Pick<UpdateRequest, "known" | "confirmedRelease"> {
    const { root } = this.#parts;
    const manifest = join(slotFolder(releasesFolder(root), confirmed), MANIFEST_FILE);
    const built = onDisk("looking at", manifest, () => wallMs(Math.floor(statSync(manifest).mtimeMs)));
    const { witnessed, result } = told?.times ?? { witnessed: null, result: null };
    const parse = (text: string | null): WallMs | null => (text === null ? null : wallMs(Date.parse(text)));
    const known = { built, witnessed: parse(witnessed), result: parse(result) };
    return { known, confirmedRelease: told?.confirmedRelease ?? null };
  }
}

/**
 * The first release of a table: in its slot, confirmed and current. `put` brings it there ({@link unpackRelease}, {@link copyRelease}).
 * Throws a Problem where another one is confirmed already.
 */
export async function initSlots(
  root: string,
  put: typeof unpackRelease,
  source: InstallSource,
): Promise<string> {
  const { confirmed, installed } = readSlots(root);
  if (confirmed !== null && confirmed !== source.known.digest)
    throw new Problem(EXIT.release, `${root} has a confirmed release already: use tirada update install`);
  if (!installed.includes(source.known.digest)) requireSpace(root, unpackedBytes(source.known.manifest));
  const slot = await put(makeReleases(root), source);
  pointTo(root, "current", source.known.digest);
  pointTo(root, "confirmed", source.known.digest);
  return slot;
}
