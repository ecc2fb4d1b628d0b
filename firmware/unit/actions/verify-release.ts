import type { ReleaseId } from "../../../src/record/chain.ts";
import { INSTALLED_AT } from "../../release.ts";
import { checkInThread } from "../../delivery/releases/own-files.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";

/** The pause after each megabyte: the evidence comes first, and whoever asked waits. */
const REST_US = US_PER_MS;

/** What came of reading the release that runs anew. */
export type Verified =
  | {
      readonly outcome: "done";
      readonly why: null;
      readonly result: {
        readonly nonce: string;
        readonly version: string;
        readonly manifest: string | null;
        readonly files: number;
        readonly sum: string;
      };
    }
  | { readonly outcome: "failed"; readonly why: string; readonly result: null };

/** Reads every file of the release anew, in a thread of its own, and sums them up behind the word. `folder` null: there is no release. */
export async function verifyRelease(
  nonce: string,
  { version, manifest }: ReleaseId,
  folder = INSTALLED_AT,
): Promise<Verified> {
  if (folder === null || manifest === null)
    return failed("the program runs from its source: there is no manifest to hold it against");
  const check = checkInThread({ folder, digest: manifest, restUs: REST_US, nonce });
  check.hold();
  const { difference, sum, files = 0 } = await check.answer;
  if (difference !== null || sum === undefined) return failed(difference ?? "no sum came");
  return { outcome: "done", why: null, result: { nonce, version, manifest, files, sum } };
}

const failed = (why: string): Verified => ({ outcome: "failed", why: why.slice(0, 200), result: null });
