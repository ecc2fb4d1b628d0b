import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

/** An OpenPGP key of a maker in a folder, as gpg exports it. */
export function makerKey(folder: string, name: string): string {
  const home = mkdtempSync(join(folder, "gnupg-"));
  const gpg = ["--homedir", home, "--batch", "--pinentry-mode", "loopback", "--passphrase", ""];
  const file = join(folder, `${name}.key`);
  execFileSync("gpg", [...gpg, "--quick-generate-key", `${name} <${name}@tirada.test>`, "ed25519", "sign"], {
    stdio: "ignore",
  });
  execFileSync("gpg", [...gpg, "--output", file, "--export-secret-keys"], { stdio: "ignore" });
  execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
  return file;
}
