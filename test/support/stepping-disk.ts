import { relative, sep } from "node:path";
import { realDisk, type Disk } from "../../firmware/files/disk.ts";

/** The steps of an update by what each writes: the first name in the updater's folder, and what is unpacked below its slots. */
export const UPDATE_STEPS_ON_DISK = {
  metadata: /^trusted\b/,
  floor: /^floor/,
  fetch: /^fetched\b/,
  unpack: /^rel\/\.tmp-[0-9a-f]+\b/,
  slot: /^rel(\/[0-9a-f]{64})?$/,
  plan: /^plan/,
  records: /^outbox/,
  trial: /^trial/,
  switch: /^current/,
  confirm: /^(confirmed|former)/,
  prune: /^rel\/\.old-/,
} as const satisfies Readonly<Record<string, RegExp>>;
export type StepOnDisk = keyof typeof UPDATE_STEPS_ON_DISK;
export const STEPS_ON_DISK = Object.keys(UPDATE_STEPS_ON_DISK) as readonly StepOnDisk[];

/** Calls of which the last path that they name is what is changed. */
const BY_PATH = [
  "openSync",
  "symlinkSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "mkdirSync",
  "chmodSync",
] as const;
/** Calls on something that was opened before. */
const BY_FILE = ["writeSync", "fsyncSync", "closeSync"] as const;
type Call = (...given: readonly unknown[]) => unknown;

/** A disk that says before and after each call which step it is of, and the how manieth of that step. */
export function steppingDisk(
  root: string,
  onCall: (step: StepOnDisk, call: number, when: "before" | "after") => void,
): Disk {
  const real = realDisk as unknown as Readonly<Record<string, Call>>;
  const disk: Record<string, unknown> = { ...realDisk };
  const opened = new Map<number, string>();
  const counts = new Map<StepOnDisk, number>();
  const run = (path: string, act: () => unknown): unknown => {
    const name = relative(root, path).split(sep).join("/");
    const step = STEPS_ON_DISK.find((one) => UPDATE_STEPS_ON_DISK[one].test(name));
    if (step === undefined) return act();
    const call = counts.get(step) ?? 0;
    counts.set(step, call + 1);
    onCall(step, call, "before");
    const result = act();
    onCall(step, call, "after");
    return result;
  };
  for (const name of BY_PATH)
    disk[name] = (...given: readonly unknown[]): unknown => {
      const paths = given.filter((one): one is string => typeof one === "string" && one.startsWith("/"));
      const path = paths.at(-1) ?? "";
      const result = run(path, () => real[name]?.(...given));
      if (name === "openSync") opened.set(result as number, path);
      return result;
    };
  for (const name of BY_FILE)
    disk[name] = (...given: readonly unknown[]): unknown =>
      run(opened.get(given[0] as number) ?? "/", () => real[name]?.(...given));
  return disk as unknown as Disk;
}
