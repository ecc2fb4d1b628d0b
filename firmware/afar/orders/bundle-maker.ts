import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SentBundle } from "../../../src/orders/sent-bundle.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import type { BundleAsked, BundleSaid } from "../../care/doctor/bundle-child.ts";
import { errorText } from "../../problem.ts";
import { bundleIn } from "../../../src/orders/sent-bundle.ts";
import type { BundleSpool } from "./bundle-spool.ts";
import { NODE_OPTIONS } from "../../node-options.ts";

/** How long a bundle may take, and the old generation of its program's memory, megabytes. */
export const BUNDLE_US = 90 * US_PER_S;
export const BUNDLE_MEGABYTES = 256;
const SAID_MAX = 262_144;
const PROGRAM = new URL("../../care/doctor/bundle-child.ts", import.meta.url);

/** What became of an order for a bundle. */
export type BundleMaking = { readonly made: SentBundle } | { readonly failed: string };

/** Makes bundles that were ordered: one at a time, in a process of its own. */
export class BundleMaker {
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #spool: BundleSpool;
  #child: ChildProcess | null = null;
  #isBusy = false;

  constructor(config: Config, clock: Clock, spool: BundleSpool) {
    this.#config = config;
    this.#clock = clock;
    this.#spool = spool;
  }

  /** Makes the bundle of an order, which nobody can fetch before it is released. Never rejects. */
  async make(order: string, recipient: string): Promise<BundleMaking> {
    if (this.#isBusy) return { failed: "another bundle is being made: order it again" };
    this.#isBusy = true;
    try {
      this.#spool.tidy(this.#clock.wall());
      if (!this.#spool.hasRoom()) return { failed: "the disk has no room for a bundle" };
      return await this.#run({ config: this.#config, recipient, path: this.#spool.pathFor(order) });
    } catch (error) {
      return { failed: errorText(error).split("\n", 1).join("") };
    } finally {
      this.#isBusy = false;
    }
  }

  close(): void {
    this.#child?.kill("SIGKILL");
  }

  #run(asked: BundleAsked): Promise<BundleMaking> {
    const program = [
      ...NODE_OPTIONS,
      `--max-old-space-size=${BUNDLE_MEGABYTES}`,
      "--disable-warning=ExperimentalWarning",
      fileURLToPath(PROGRAM),
    ];
    const child = spawn(process.execPath, program, { stdio: ["pipe", "pipe", "ignore"], env: {} });
    this.#child = child;
    let isLate = false;
    const limit = this.#clock.after(BUNDLE_US, "limit of a bundle", () => {
      isLate = true;
      child.kill("SIGKILL");
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      if (said.length + piece.length > SAID_MAX) child.kill("SIGKILL");
      else said += piece;
    });
    // A program that ends early does not take what it is asked.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(asked));
    return new Promise((resolve) => {
      const end = (making: BundleMaking): void => {
        limit.cancel();
        this.#child = null;
        resolve(making);
      };
      child.once("error", (error) => end({ failed: errorText(error) }));
      child.once("close", (status) => {
        const over = isLate
          ? `it took over ${BUNDLE_US / US_PER_S} s`
          : `its program ended with status ${status ?? "none"}`;
        end(makingIn(said) ?? { failed: over });
      });
    });
  }
}

function makingIn(said: string): BundleMaking | null {
  try {
    const read = JSON.parse(said) as BundleSaid;
    if ("failed" in read) return { failed: read.failed };
    const made = bundleIn(read.made);
    return made === null ? null : { made };
  } catch {
    // It was ended before it had said all.
    return null;
  }
}
