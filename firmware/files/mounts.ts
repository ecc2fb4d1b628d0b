import { isThere, readFileSync } from "./disk.ts";

/** What is mounted where, as proc_pid_mountinfo(5) has it. */
const MOUNTS = "/proc/self/mountinfo";

export interface Mount {
  /** `8:1` */
  readonly device: string;
  readonly at: string;
  readonly source: string;
  /** Nothing can be written through this mount; the file system itself takes nothing. */
  readonly isReadOnly: boolean;
  readonly isFileSystemReadOnly: boolean;
}

/** All mounts that this process sees, in their order. */
export function readMounts(): readonly Mount[] {
  if (!isThere(MOUNTS)) return [];
  return readFileSync(MOUNTS, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [before = "", after = ""] = line.split(" - ");
      const [, , device = "", , at = "", options = ""] = before.split(" ");
      const [, source = "", superOptions = ""] = after.split(" ");
      if (at === "") return [];
      const isRo = (said: string): boolean => said.split(",").includes("ro");
      return [
        {
          device,
          at: plainText(at),
          source: plainText(source),
          isReadOnly: isRo(options),
          isFileSystemReadOnly: isRo(superOptions),
        },
      ];
    });
}

/** What is mounted where a path lies. Of several mounts on one place the last one is seen. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | null {
  let found: Mount | null = null;
  for (const mount of mounts) {
    const { at } = mount;
    const isAbove = at === "/" || path === at || path.startsWith(`${at}/`);
    if (isAbove && at.length >= (found?.at.length ?? 0)) found = mount;
  }
  return found;
}

/** Spaces and their like stand there as octal numbers. */
const plainText = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** `254:1`, as the kernel writes a device's numbers (makedev(3)). */
export function deviceNumbers(dev: number): string {
  const wide = BigInt(dev);
  const major = ((wide >> 8n) & 0xfffn) | ((wide >> 32n) & ~0xfffn);
  const minor = (wide & 0xffn) | ((wide >> 12n) & 0xffffff00n);
  return `${major}:${minor}`;
}
