import { readFileSync } from "node:fs";
import type { ReleaseId } from "../src/record/chain.ts";

const MANIFEST = new URL("../package.json", import.meta.url);

/** The release that runs. */
export const RELEASE: string = (JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string }).version;

/** The same as every record names it. A program that runs from its source has no manifest. */
export const RELEASE_ID: ReleaseId = { version: RELEASE, manifest: null };
