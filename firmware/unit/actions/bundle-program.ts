import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleIn, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../node-options.ts";
import { errorText } from "../../problem.ts";
import type { Config } from "../../table/config/config.ts";

/** How long a bundle may take, and the old generation of its program's memory, megabytes. */
export const BUNDLE_US = 90 * US_PER_S;
export const BUNDLE_MEGABYTES = 256;
const SAID_MAX = 262_144;

/** What the program is asked on standard input, as JSON. */
export interface BundleAsked {
  readonly config: Config;
  /** Who alone can read it, `age1…`. */
  readonly recipient: string;
  /** Where the bundle goes. */
  readonly path: string;
}

/** What became of it: what the program says on standard output, as JSON. */
export type BundleMaking = { readonly made: SentBundle } | { readonly failed: string };

/** Has bundles made by a process of its own: one at a time, so that no round waits for it. */
export class BundleProgram {
  /** A `file:` address. */
  readonly #module: string;
  readonly #clock: Clock;
  #child: ChildProcess | null = null;
  #isBusy = false;

  constructor(module: string, clock: Clock) {
    this.#module = module;
    this.#clock = clock;
  }

  /** Makes one bundle. `prepare`: what must hold before; it says what does not, or null. Never rejects. */
  async make(asked: BundleAsked, prepare: () => string | null = () => null): Promise<BundleMaking> {
    if (this.#isBusy) return { failed: "another bundle is being made: ask for it again" };
    this.#isBusy = true;
    try {
      const why = prepare();
      return why === null ? await this.#run(asked) : { failed: why };
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
      fileURLToPath(this.#module),
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
    const read = JSON.parse(said) as BundleMaking;
    if ("failed" in read) return { failed: read.failed };
    const made = bundleIn(read.made);
    return made === null ? null : { made };
  } catch {
    // It was ended before it had said all.
    return null;
  }
}
