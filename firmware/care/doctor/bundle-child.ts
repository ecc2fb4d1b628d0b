import { text } from "node:stream/consumers";
import { partsOf, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { writeWhole } from "../../journal/export/target-file.ts";
import { errorText } from "../../problem.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import "../../table/setup/families.ts";
import { examineTable } from "./examine.ts";
import { composeBundle } from "./make-bundle.ts";
import type { BundleAsked, BundleMaking } from "../../unit/actions/bundle-program.ts";
import { lowerPriority } from "../../lower-priority.ts";

/**
 * The program that makes a bundle for an order or for somebody at the table (`firmware/unit/actions/bundle-program.ts`): a process of its own with a lower priority, so
 * that no round waits for it, and so that its memory is none of the table's.
 */

async function make({ config, recipient, path }: BundleAsked): Promise<SentBundle> {
  await loadFamilyOf(config);
  const report = await examineTable(config, rfc3339(systemClock().wall()));
  const { sealed, files, missing } = await composeBundle({ config, report, recipient });
  await writeWhole(path, (file) => file.writeFile(sealed));
  return {
    bytes: sealed.length,
    sha256: sha256Hex(sealed),
    parts: partsOf(sealed).map(sha256Hex),
    recipient,
    files,
    missing: missing.map(({ name, why }) => ({ name: name.slice(0, 200), why: why.slice(0, 300) })),
  };
}

let said: BundleMaking;
try {
  lowerPriority();
  said = { made: await make(JSON.parse(await text(process.stdin)) as BundleAsked) };
} catch (error) {
  said = { failed: errorText(error).split("\n", 1).join("") };
}
process.stdout.write(JSON.stringify(said));
