import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a release for ARM takes from the Debian that it is installed on. */
const PACKAGES = ["libc6", "libstdc++6", "libgcc-s1", "libusb-1.0-0", "libudev1", "libcap2"];

/**
 * Debian's libraries for ARM in a folder of their own, fetched by apt with state of its own: this machine's packages are left alone.
 * Gives the folder that an emulator takes as the root of libraries.
 */
export function armLibraries(folder: string): string {
  const [state, cache, root] = ["state", "cache", "root"].map((name) => join(folder, name));
  if (state === undefined || cache === undefined || root === undefined) throw new TypeError("three folders");
  for (const one of [join(state, "lists/partial"), join(cache, "archives/partial"), root])
    mkdirSync(one, { recursive: true });
  writeFileSync(join(state, "status"), "");
  const options = [
    "APT::Architecture=arm64",
    "APT::Architectures::=arm64",
    `Dir::State=${state}`,
    `Dir::State::lists=${join(state, "lists")}`,
    `Dir::State::status=${join(state, "status")}`,
    `Dir::Cache=${cache}`,
    "Debug::NoLocking=true",
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  execFileSync("apt-get", [...options, "update", "-qq"], { stdio: "ignore" });
  execFileSync("apt-get", [...options, "download", "-qq", ...PACKAGES], { cwd: cache, stdio: "ignore" });
  for (const file of globSync("*.deb", { cwd: cache }))
    execFileSync("dpkg-deb", ["-x", join(cache, file), root]);
  return root;
}
