import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CameraSetup } from "../../models/dice/camera-setup.ts";
import { EXIT, Problem } from "../../../firmware/problem.ts";
import { NODE_OPTIONS } from "../../../firmware/node-options.ts";

const PROGRAM = new URL("./calibrate.ts", import.meta.url).pathname;
/** Characters of a table; it has two thousand. */
const SETUP_BYTES_MAX = 65_536;

/**
 * Sets a simulated table up and calibrates its camera, in a process of its own: that takes seconds, and memory that no table needs
 * afterwards. Resolves with the table; `file` holds its calibration then. Rejects with a Problem.
 */
export async function setUpTable(rulebook: string, file: string): Promise<CameraSetup> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...NODE_OPTIONS, PROGRAM, rulebook, file], {
      maxBuffer: SETUP_BYTES_MAX,
    });
    return JSON.parse(stdout) as CameraSetup;
  } catch (error) {
    const { stderr = "", message } = error as Error & { readonly stderr?: string };
    const [what = message] = /^\w*Error: .*$/m.exec(stderr) ?? [];
    throw new Problem(EXIT.internal, `the simulated table could not be calibrated: ${what}`, { cause: error });
  }
}
