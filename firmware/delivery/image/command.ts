import { resolve } from "node:path";
import type { Command } from "commander";
import { type OptionsOf, printLine } from "../../cli/common.ts";
import { usageProblem } from "../../problem.ts";
import { secondOfCommit } from "../package/command.ts";
import { buildImage, IMAGES, requireCertificates, versionOfPackage, type ImageKind } from "./build-image.ts";

/** The most that an image may have, bytes: what a technician carries and writes. */
const MOST_BYTES = 1_200_000_000;

/** `tirada release image`. */
export function addReleaseImage(command: Command): void {
  declareReleaseImage(command).action(build);
}

const declareReleaseImage = (command: Command) =>
  command
    .argument("<machine>", "what it is for: pc (x64, UEFI), pi4 (Raspberry Pi 4)")
    .requiredOption("--package <file>", "the unit's package for that machine")
    .requiredOption("--keyring <file>", "certificates (PEM) of those who may sign a base system")
    .option("--certificate <file>", "certificate of who signs a bundle of this base system for older units")
    .option("--key <file>", "its key")
    .option("--out <folder>", "where the image is written", "dist");

function build(machine: string, options: OptionsOf<typeof declareReleaseImage>): void {
  const kind = kindOf(machine);
  const { certificate, key } = options;
  if ((certificate === undefined) !== (key === undefined))
    throw usageProblem("--certificate and --key come together: with both a bundle is made and signed");
  requireCertificates(options.keyring);
  const version = versionOfPackage(options.package, kind);
  const built = buildImage({
    kind,
    version,
    package: resolve(options.package),
    keyring: resolve(options.keyring),
    signer:
      certificate === undefined || key === undefined
        ? null
        : { certificate: resolve(certificate), key: resolve(key) },
    out: resolve(options.out),
    epoch: secondOfCommit(),
  });
  if (built.bytes > MOST_BYTES)
    throw usageProblem(
      `${built.image} has ${(built.bytes / 1e6).toFixed(0)} MB, more than ${MOST_BYTES / 1e6}: take something out`,
    );
  printLine(`${built.image}  ${(built.bytes / 1e6).toFixed(0)} MB`);
  printLine(`${built.packages}  what of Debian is in it`);
  if (built.bundle !== null) printLine(`${built.bundle}  for units that run an older base system`);
}

function kindOf(machine: string): ImageKind {
  const kind = IMAGES.find((one) => one === machine);
  if (kind === undefined)
    throw usageProblem(`there is no image for ${machine}: there is one for ${IMAGES.join(", ")}`);
  return kind;
}
