import { Enums, Models, Serialize, Spec, SPDX } from "@cyclonedx/cyclonedx-library";
import { createHash } from "node:crypto";
import { SBOM_FILE } from "../releases/manifest.ts";
import type { JoinedFile } from "./join.ts";
import type { NpmPackage } from "./packages.ts";
import type { PackedFile } from "./sources.ts";

/** Parts of a release that are ours. */
const OWN = {
  tirada: Enums.ComponentType.Application,
  "tirada-rulebooks": Enums.ComponentType.Data,
  "tirada-boards": Enums.ComponentType.Firmware,
} as const;

/** Names a file of ours that modules of a package were joined into. */
export const JOINED_INTO = "tirada:joined-into";

/**
 * The bill of materials of a release (CycloneDX 1.6, JSON): every npm package, Node, and our own parts, each with every file of it
 * and the file's SHA-256, and where modules of a package were joined into files of ours, those files. The same release gives the same bytes: no time, no serial number. It names every file of the release but
 * itself and the manifest, which names it.
 */
export function billOfMaterials(
  version: string,
  packages: readonly NpmPackage[],
  runtime: NpmPackage,
  files: readonly PackedFile[],
  joined: readonly JoinedFile[],
): string {
  const bom = new Models.Bom();
  bom.metadata.component = component(Enums.ComponentType.Application, "tirada", version, "release");
  for (const [name, type] of Object.entries(OWN))
    bom.components.add(withFiles(component(type, name, version, name), name, files));
  for (const one of packages) {
    const parts = joined.filter(({ packages: inFile }) => inFile.includes(one.path));
    if (parts.length === 0 && !files.some((file) => file.of === one.path)) continue;
    const made = withFiles(npmComponent(one, Enums.ComponentType.Library), one.path, files);
    for (const { file } of parts) made.properties.add(new Models.Property(JOINED_INTO, file.path));
    bom.components.add(made);
  }
  bom.components.add(withFiles(npmComponent(runtime, Enums.ComponentType.Platform), runtime.path, files));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true })}\n`;
}

const component = (
  type: Enums.ComponentType,
  name: string,
  version: string,
  bomRef: string,
): Models.Component => new Models.Component(type, name, { version, bomRef });

/** A package is named by its place in the tree: one version of it may lie in two. */
function npmComponent(
  { name, version, integrity, license, path }: NpmPackage,
  type: Enums.ComponentType,
): Models.Component {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const made = new Models.Component(type, own, {
    version,
    bomRef: path,
    ...(group === undefined ? {} : { group }),
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  });
  const [algorithm, digest = ""] = integrity.split("-", 2);
  if (algorithm === "sha512")
    made.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(digest, "base64").toString("hex"));
  if (license !== null) made.licenses.add(licenceOf(license));
  return made;
}

function licenceOf(license: string): Models.License {
  if (SPDX.isSupportedSpdxId(license)) return new Models.SpdxLicense(license);
  return /\b(?:AND|OR|WITH)\b/.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.NamedLicense(license);
}

function withFiles(made: Models.Component, of: string, files: readonly PackedFile[]): Models.Component {
  for (const { path, bytes } of files.filter((file) => file.of === of && file.path !== SBOM_FILE)) {
    const one = new Models.Component(Enums.ComponentType.File, path, { bomRef: `file:${path}` });
    one.hashes.set(Enums.HashAlgorithm["SHA-256"], createHash("sha256").update(bytes).digest("hex"));
    made.components.add(one);
  }
  return made;
}
