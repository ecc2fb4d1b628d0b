import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEVICES } from "../../firmware/table/config/devices.ts";

/** Every device that a table can be configured with is one that its technician finds. */
const ROOT = new URL("../../", import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const README = read("README.md");

/** The page that the README's table of devices links a device to, or null. */
function pageOf(device: string): string | null {
  const [, page] =
    new RegExp(`\\[\`${device}\`(?:, [^\\]]*)?\\]\\((docs/devices/[\\w-]+\\.md)\\)`).exec(README) ?? [];
  return page ?? null;
}

describe("every device", () => {
  it.each(DEVICES.map(({ name }) => name))(
    "%s has a link in the README to its page, which names it",
    (device) => {
      const page = pageOf(device);
      expect(page, `a row of the README's table "What it reads" for ${device}`).not.toBeNull();
      expect(read(page ?? "")).toContain(device);
    },
  );
});
