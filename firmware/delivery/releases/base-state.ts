import { isThere } from "../../files/disk.ts";
import { readTextFile } from "../../files/read-file.ts";

/** Where the services of an image say what its base system is (`firmware/delivery/packaging/image`, `say-base`). */
export const BASE_STATE = "/run/tirada-base/state";
/** Kinds of machines that a base system is made for, as its bundle names them. */
export const BASE_KIND = /^[a-z][a-z0-9]{0,15}$/;

const FORMAT = "tirada-base/1";
const STATE_MAX_BYTES = 1_024;

/** The base system that runs. */
export interface BaseState {
  readonly kind: string;
  readonly version: string;
  /** Which of the two places it runs from: A or B. */
  readonly slot: "A" | "B";
  /** Another one with each start of the machine. */
  readonly boot: string;
  /** SHA-256 of the image that was written into its place, as it was verified then; null: it came with the disk. */
  readonly sha256: string | null;
  /** It was not kept yet: the next start is of the other one. */
  readonly isTrial: boolean;
  /** What came of the installation that was asked for last; null: none was. */
  readonly installed: { readonly id: string; readonly outcome: string } | null;
}

/** What the machine says of its base system; null: it has none of ours, or says nothing that can be read. */
export function readBaseState(path: string): BaseState | null {
  let text: string;
  try {
    if (!isThere(path)) return null;
    text = readTextFile(path, STATE_MAX_BYTES);
  } catch {
    return null;
  }
  const lines = text.split("\n");
  const field = (name: string, value: RegExp): string | null => {
    const found = lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
    return found !== undefined && value.test(found) ? found : null;
  };
  const kind = field("kind", BASE_KIND);
  const version = field("version", /^[A-Za-z0-9.+~-]{1,64}$/);
  const slot = field("slot", /^[AB]$/);
  const boot = field("boot", /^[0-9a-f-]{1,64}$/);
  const trial = field("trial", /^(?:yes|no)$/);
  const sha256 = field("sha256", /^[0-9a-f]{64}$/);
  if (lines[0] !== FORMAT || kind === null || version === null || slot === null || boot === null) return null;
  const [id, outcome] = field("installed", /^[0-9a-f]{16} [a-z-]{1,40}$/)?.split(" ") ?? [];
  const installed = id === undefined || outcome === undefined ? null : { id, outcome };
  return { kind, version, slot: slot === "A" ? "A" : "B", boot, sha256, isTrial: trial !== "no", installed };
}
