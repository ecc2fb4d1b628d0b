import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { collect, oneOf, type OptionsOf, printLine, printLines, wholeNumber } from "../../cli/common.ts";
import { createDurably, makeFolder } from "../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { REPOSITORIES } from "../../delivery/update/floor.ts";
import { TARGETS_MAX_BYTES } from "../../delivery/update/limits.ts";
import { draftAssignment, draftBaseAssignment, draftRoot, draftTargets, parseRoleKey } from "./drafts.ts";
import { makeKeyFiles, openSigningKey, type SigningKey } from "./key-file.ts";
import { bytesOf, isRoot, isTargets, readMetadata, signWith, type AnyMetadata } from "./metadata.ts";
import { PASSPHRASE, passphraseOf } from "./passphrase.ts";
import { describe, describeMetadata, publish, RepositoryFolder, stamp, writeDurably } from "./repository.ts";

const TREE = ["--tree <folder>", "the tree of both repositories"] as const;
const REPOSITORY = [
  "--repository <name>",
  `which of the two: ${REPOSITORIES.join(" or ")}`,
  oneOf(REPOSITORIES),
] as const;
/** The highest number of a release or a base system. */
const NUMBER_MOST = 999_999_999;
const OUT = ["--out <file>", "where the draft is written, to be signed"] as const;

/** `tirada release key`. */
export function addReleaseKey(command: Command): void {
  command
    .argument("<name>", "whose key it is, e.g. anna")
    .requiredOption(
      "--out <folder>",
      "where NAME.key.json and NAME.pub.json are written; made where it is not there",
    )
    .option(...PASSPHRASE)
    .action(async (name, options) => {
      const paths = [join(options.out, `${name}.key.json`), join(options.out, `${name}.pub.json`)] as const;
      for (const path of paths) if (existsSync(path)) throw usageProblem(`${path} is there already`);
      const { secret, open, id } = makeKeyFiles(name, await passphraseOf(options, `new passphrase of ${name}`));
      orUsageProblem(() => {
        makeFolder(options.out);
        createDurably(paths[0], Buffer.from(secret), 0o600);
        createDurably(paths[1], Buffer.from(open), 0o644);
      });
      printLine(`key   ${id}`);
      printLine(`keep  ${paths[0]}`);
      printLine(`give  ${paths[1]}`);
    });
}

/** `tirada release root`. */
export function addReleaseRoot(command: Command): void {
  command
    .requiredOption(...TREE)
    .requiredOption(...REPOSITORY)
    .requiredOption(...OUT)
    .option("--key <role=file>", "a public key for a role; may be given more than once", collect(parseRoleKey))
    .option(
      "--remove <role=id>",
      "a key that the role loses, by the first digits of its id",
      collect(parseRoleKey),
    )
    .action(({ tree, repository, out, key = [], remove = [] }) => {
      const at = new RepositoryFolder(tree, repository);
      writeDraft(out, draftRoot(at, systemClock().wall(), key, remove));
    });
}

/** `tirada release targets`. */
export function addReleaseTargets(command: Command): void {
  command
    .argument("[file...]", "files of the release, manifest and targets; or bundles of a base system")
    .requiredOption(...TREE)
    .requiredOption(...OUT)
    .option(
      "--release <number>",
      "number of the release, above all before it",
      wholeNumber("--release", 1, NUMBER_MOST),
    )
    .option(
      "--base <number>",
      "number of the base system, above all before it",
      wholeNumber("--base", 1, NUMBER_MOST),
    )
    .option("--for <platform>", "the machine that a release is for", "linux-x64")
    .option(
      "--drop-base <number>",
      "a base system that leaves the repository; may be given more than once",
      collect(wholeNumber("--drop-base", 1, NUMBER_MOST)),
    )
    .option(
      "--drop <number>",
      "a release that leaves the repository; may be given more than once",
      collect(wholeNumber("--drop", 1, NUMBER_MOST)),
    )
    .action((files, { tree, out, release, base, for: platform, drop = [], dropBase = [] }) => {
      if (release !== undefined && base !== undefined)
        throw usageProblem("name a release or a base, one at a time");
      if (files.length > 0 !== (release !== undefined || base !== undefined))
        throw usageProblem(
          "name the number of the release or of the base and its files, or neither to have all signed anew",
        );
      const added =
        base !== undefined ? { base, files } : release !== undefined ? { release, platform, files } : null;
      const at = new RepositoryFolder(tree, "image");
      const dropped = { releases: drop, bases: dropBase };
      writeDraft(out, draftTargets(at, systemClock().wall(), added, dropped));
    });
}

/** `tirada release assign`. */
export function addReleaseAssign(command: Command): void {
  command
    .argument("[table...]", "tables, by their names; none: all is signed anew as it is")
    .requiredOption(...TREE)
    .requiredOption(...OUT)
    .option(
      "--release <number>",
      "what they are to run; without it nothing: they keep what they have",
      wholeNumber("--release", 1, NUMBER_MOST),
    )
    .option(
      "--base <number>",
      "the base system that their machines are to have",
      wholeNumber("--base", 1, NUMBER_MOST),
    )
    .option("--no-base", "their machines keep the base system that they have")
    .option(
      "--for <platform>",
      "the machine that it is for: linux-x64 or linux-arm64; of a base its kind, pc or pi4",
    )
    .action((tables, options) => {
      const { release = null, base = true } = options;
      if (typeof base === "number" || !base) {
        if (release !== null) throw usageProblem("name a release or a base, one at a time");
        const number = typeof base === "number" ? base : null;
        const assignment = { tables, base: number, kind: options.for ?? "pc" };
        writeDraft(options.out, draftBaseAssignment(options.tree, systemClock().wall(), assignment));
        return;
      }
      const { for: platform = "linux-x64" } = options;
      const assigned = tables.length === 0 ? null : { tables, release, platform };
      writeDraft(options.out, draftAssignment(options.tree, systemClock().wall(), assigned));
    });
}

/** `tirada release sign`. */
export function addReleaseSign(command: Command): void {
  command
    .argument("<draft>", "what is to be signed; the signature is added to it")
    .requiredOption("--key <file>", "NAME.key.json of the person who signs")
    .option(...PASSPHRASE)
    .action(async (path, options) => {
      const draft = readDraft(path);
      printLines(contentsOf(draft));
      const key = openSigningKey(options.key, await passphraseOf(options, `passphrase of ${options.key}`));
      signWith(draft, key);
      orUsageProblem(() => writeDurably(path, bytesOf(draft)));
      printLine(
        `signed by ${key.name} (${key.id.slice(0, 8)}); signatures now: ${Object.keys(draft.signatures).length}`,
      );
    });
}

const addOnline = (command: Command) =>
  command
    .requiredOption(...TREE)
    .requiredOption(...REPOSITORY)
    .requiredOption(
      "--online-key <file>",
      "NAME.key.json of an online key; may be given more than once",
      collect(String),
    )
    .option(...PASSPHRASE);
type OnlineOptions = OptionsOf<typeof addOnline>;

/** `tirada release publish`. */
export function addReleasePublish(command: Command): void {
  addOnline(command)
    .argument("[draft...]", "drafts that enough people have signed")
    .option("--files <folder>", "where the files of new targets lie")
    .action(async (drafts, options) => {
      const at = new RepositoryFolder(options.tree, options.repository);
      const read = drafts.map(readDraft);
      const online = await onlineKeys(options);
      publish(at, { drafts: read, files: options.files ?? null, online, now: systemClock().wall() });
      printLines(describe(at));
    });
}

/** `tirada release stamp`. */
export function addReleaseStamp(command: Command): void {
  addOnline(command).action(async (options) => {
    const at = new RepositoryFolder(options.tree, options.repository);
    stamp(at, await onlineKeys(options), systemClock().wall());
    printLines(describe(at));
  });
}

/** `tirada release repository`. */
export function addReleaseRepository(command: Command): void {
  command
    .argument("[draft]", "a draft, held against the repository")
    .requiredOption(...TREE)
    .requiredOption(...REPOSITORY)
    .action((draft, options) => {
      const at = new RepositoryFolder(options.tree, options.repository);
      if (draft === undefined) {
        printLines(describe(at));
        return;
      }
      const read = readDraft(draft);
      printLines(contentsOf(read));
      // A first root is signed by the keys that it names itself.
      const root = at.root()?.signed ?? (isRoot(read) ? read.signed : at.requireRoot().signed);
      printLine(describeMetadata(read, root));
    });
}

function writeDraft(path: string, draft: AnyMetadata): void {
  orUsageProblem(() => writeDurably(path, bytesOf(draft)));
  printLines(contentsOf(draft));
  printLine(`draft  ${path}`);
}

const readDraft = (path: string): AnyMetadata =>
  readMetadata(
    orUsageProblem(() => readRegularFile(path, TARGETS_MAX_BYTES)),
    path,
  );

/** What somebody signs, for people: who signs is to read it. */
function contentsOf(draft: AnyMetadata): string[] {
  const { type, version, expires } = draft.signed;
  const head = `${type} version ${version}, until ${expires}`;
  if (isRoot(draft))
    return [
      head,
      ...Object.entries(draft.signed.roles).map(
        ([role, { keyIDs, threshold }]) =>
          `  ${role}: ${threshold} of ${keyIDs.length}: ${keyIDs.map((id) => id.slice(0, 8)).join(", ")}`,
      ),
    ];
  if (!isTargets(draft)) return [head];
  return [
    head,
    ...Object.entries(draft.signed.targets).map(
      ([name, { length, hashes }]) => `  ${name}  ${length} bytes  ${(hashes["sha256"] ?? "").slice(0, 16)}`,
    ),
  ];
}

async function onlineKeys(options: OnlineOptions): Promise<readonly SigningKey[]> {
  const passphrase = await passphraseOf(options, "passphrase of the online keys");
  return options.onlineKey.map((path) => openSigningKey(path, passphrase));
}
