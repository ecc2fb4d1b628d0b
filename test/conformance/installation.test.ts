import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/built-release.ts";

test("the manual installs this very version, sets the table up and enables it", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const manual = readFileSync(join(ROOT, "docs/technician.md"), "utf8");
  const [, block = ""] = /^## Installing a unit\n[\s\S]*?^```\n([\s\S]*?)^```$/m.exec(manual) ?? [];
  expect(block.trim().split("\n")).toEqual([
    `sudo apt install ./tirada_${version}_amd64.deb`,
    "sudo tirada setup --from answers.yaml",
    "sudo systemctl enable --now tirada",
  ]);
});
