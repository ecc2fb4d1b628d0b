import { existsSync, readFileSync } from "node:fs";

/** What docs/inspector.md prints, taken out of it as it stands there. */

export const MANUAL = readFileSync(new URL("../../docs/inspector.md", import.meta.url), "utf8");
/** Its Go program. */
export const [, MANUAL_PROGRAM = ""] = /^```go\n([\s\S]*?)^```$/m.exec(MANUAL) ?? [];
/** Debian's Go and its library. */
export const isGoInstalled =
  existsSync("/usr/bin/go") && existsSync("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog");
