import { existsSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { printLine } from "../../cli/common.ts";
import { createDurably, makeFolder } from "../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { REPOSITORIES, type Repository } from "../../delivery/update/floor.ts";
import { TARGETS_MAX_BYTES } from "../../delivery/update/limits.ts";
import {
  draftAssignment,
  draftBaseAssignment,
  draftRoot,
  draftTargets,
  parseRoleKey,
  type RoleKey,
} from "./drafts.ts";
import { makeKeyFiles, openSigningKey, type SigningKey } from "./key-file.ts";
import { bytesOf, isRoot, isTargets, readMetadata, signWith, type AnyMetadata } from "./metadata.ts";
import { PASSPHRASE, passphraseOf, type PassphraseOption } from "./passphrase.ts";
import { describe, describeMetadata, publish, RepositoryFolder, stamp, writeDurably } from "./repository.ts";

const TREE = ["--tree <folder>", "the tree of both repositories"] as const;
const REPOSITORY = [
  "--repository <name>",
  `which of the two: ${REPOSITORIES.join(" or ")}`,
  (text: string): Repository => {
    const found = REPOSITORIES.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${REPOSITORIES.join(", ")}`);
    return found;
  },
] as const;
const OUT = ["--out <file>", "where the draft is written, to be signed"] as const;

interface RepositoryOptions {
  readonly tree: string;
  readonly repository: Repository;
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];
const collectKeys = (text: string, before: readonly RoleKey[] = []): readonly RoleKey[] => [
  ...before,
  parseRoleKey(text),
];

function releaseNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("a whole number above 0");
  return number;
}

const collectNumbers = (text: string, before: readonly number[] = []): readonly number[] => [
  ...before,
  releaseNumber(text),
];

/** `tirada release key`. */
export function addReleaseKey(command: Command): void {
  command
    .argument("<name>", "whose key it is, e.g. anna")
    .requiredOption(
      "--out <folder>",
      "where NAME.key.json and NAME.pub.json are written; made where it is not there",
    )
    .option(...PASSPHRASE)
    .action(async (name: string, options: PassphraseOption & { readonly out: string }) => {
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
    .option("--key <role=file>", "a public key for a role; may be given more than once", collectKeys)
    .option("--remove <role=id>", "a key that the role loses, by the first digits of its id", collectKeys)
    .action(
      (
        options: RepositoryOptions & {
          readonly out: string;
          readonly key?: readonly RoleKey[];
          readonly remove?: readonly RoleKey[];
        },
      ) => {
        const at = new RepositoryFolder(options.tree, options.repository);
        writeDraft(options.out, draftRoot(at, systemClock().wall(), options.key ?? [], options.remove ?? []));
      },
    );
}

/** `tirada release targets`. */
export function addReleaseTargets(command: Command): void {
  command
    .argument("[file...]", "files of the release, manifest and targets; or bundles of a base system")
    .requiredOption(...TREE)
    .requiredOption(...OUT)
    .option("--release <number>", "number of the release, above all before it", releaseNumber)
    .option("--base <number>", "number of the base system, above all before it", releaseNumber)
    .option("--for <platform>", "the machine that a release is for", "linux-x64")
    .option(
      "--drop-base <number>",
      "a base system that leaves the repository; may be given more than once",
      collectNumbers,
    )
    .option(
      "--drop <number>",
      "a release that leaves the repository; may be given more than once",
      collectNumbers,
    )
    .action(
      (
        files: readonly string[],
        options: {
          readonly tree: string;
          readonly out: string;
          readonly release?: number;
          readonly base?: number;
          readonly for: string;
          readonly drop?: readonly number[];
          readonly dropBase?: readonly number[];
        },
      ) => {
        const { release, base, for: platform, drop = [], dropBase = [] } = options;
        if (release !== undefined && base !== undefined)
          throw usageProblem("name a release or a base, one at a time");
        if (files.length > 0 !== (release !== undefined || base !== undefined))
          throw usageProblem(
            "name the number of the release or of the base and its files, or neither to have all signed anew",
          );
        const added =
          base !== undefined ? { base, files } : release !== undefined ? { release, platform, files } : null;
        const at = new RepositoryFolder(options.tree, "image");
        const dropped = { releases: drop, bases: dropBase };
        writeDraft(options.out, draftTargets(at, systemClock().wall(), added, dropped));
      },
    );
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
      releaseNumber,
    )
    .option("--base <number>", "the base system that their machines are to have", releaseNumber)
    .option("--no-base", "their machines keep the base system that they have")
    .option(
      "--for <platform>",
      "the machine that it is for: linux-x64 or linux-arm64; of a base its kind, pc or pi4",
    )
    .action(
      (
        tables: readonly string[],
        options: {
          readonly tree: string;
          readonly out: string;
          readonly release?: number;
          readonly base?: number | boolean;
          readonly for?: string;
        },
      ) => {
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
      },
    );
}

/** `tirada release sign`. */
export function addReleaseSign(command: Command): void {
  command
    .argument("<draft>", "what is to be signed; the signature is added to it")
    .requiredOption("--key <file>", "NAME.key.json of the person who signs")
    .option(...PASSPHRASE)
    .action(async (path: string, options: PassphraseOption & { readonly key: string }) => {
      const draft = readDraft(path);
      for (const line of contentsOf(draft)) printLine(line);
      const key = openSigningKey(options.key, await passphraseOf(options, `passphrase of ${options.key}`));
      signWith(draft, key);
      orUsageProblem(() => writeDurably(path, bytesOf(draft)));
      printLine(
        `signed by ${key.name} (${key.id.slice(0, 8)}); signatures now: ${Object.keys(draft.signatures).length}`,
      );
    });
}

interface OnlineOptions extends RepositoryOptions, PassphraseOption {
  readonly onlineKey: readonly string[];
}

const addOnline = (command: Command): Command =>
  command
    .requiredOption(...TREE)
    .requiredOption(...REPOSITORY)
    .requiredOption(
      "--online-key <file>",
      "NAME.key.json of an online key; may be given more than once",
      collect,
    )
    .option(...PASSPHRASE);

/** `tirada release publish`. */
export function addReleasePublish(command: Command): void {
  addOnline(command)
    .argument("[draft...]", "drafts that enough people have signed")
    .option("--files <folder>", "where the files of new targets lie")
    .action(async (drafts: readonly string[], options: OnlineOptions & { readonly files?: string }) => {
      const at = new RepositoryFolder(options.tree, options.repository);
      const read = drafts.map(readDraft);
      const online = await onlineKeys(options);
      publish(at, { drafts: read, files: options.files ?? null, online, now: systemClock().wall() });
      for (const line of describe(at)) printLine(line);
    });
}

/** `tirada release stamp`. */
export function addReleaseStamp(command: Command): void {
  addOnline(command).action(async (options: OnlineOptions) => {
    const at = new RepositoryFolder(options.tree, options.repository);
    stamp(at, await onlineKeys(options), systemClock().wall());
    for (const line of describe(at)) printLine(line);
  });
}

/** `tirada release repository`. */
export function addReleaseRepository(command: Command): void {
  command
    .argument("[draft]", "a draft, held against the repository")
    .requiredOption(...TREE)
    .requiredOption(...REPOSITORY)
    .action((draft: string | undefined, options: RepositoryOptions) => {
      const at = new RepositoryFolder(options.tree, options.repository);
      if (draft === undefined) {
        for (const line of describe(at)) printLine(line);
        return;
      }
      const read = readDraft(draft);
      for (const line of contentsOf(read)) printLine(line);
      // A first root is signed by the keys that it names itself.
      const root = at.root()?.signed ?? (isRoot(read) ? read.signed : at.requireRoot().signed);
      printLine(describeMetadata(read, root));
    });
}

function writeDraft(path: string, draft: AnyMetadata): void {
  orUsageProblem(() => writeDurably(path, bytesOf(draft)));
  for (const line of contentsOf(draft)) printLine(line);
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
