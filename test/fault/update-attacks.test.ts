import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseReleaseFloor } from "../../firmware/delivery/update/client.ts";
import { UpdateRefusal } from "../../firmware/delivery/update/refusal.ts";
import { bytesOf, Metadata, Root, type Targets } from "../../firmware/office/signing/metadata.ts";
import { wallMs, type WallMs } from "../../src/time/instant.ts";
import { filesBelow } from "../support/durable-files.ts";
import { DAY_MS, MADE_AT, newKey, newKeys, ReleaseTree, signedBy } from "../support/release-tree.ts";
import { refusalOf, testClient, treeBy, WAYS, type TestClient, type Way } from "../support/update-client.ts";
import { sampleOfRun } from "../support/volume.ts";

/** What somebody does to the repository of a unit that trusted its state before, and the name by which the unit refuses it. */
interface Attack {
  readonly name: string;
  /** Changes the tree, or gives back another one that is served in its place. */
  readonly attack: (tree: ReleaseTree, unit: TestClient, before: ReleaseTree) => ReleaseTree | undefined;
  /** The unit's time; the tree's when none is given. */
  readonly at?: WallMs;
  readonly refused: string;
}

/** Targets of the image repository that only some of these keys signed, under online keys that vouch for them. */
function vouched(tree: ReleaseTree, change: (targets: Metadata<Targets>) => Metadata<Targets>): undefined {
  tree.vouchFor("image", change(tree.nextTargets()));
}

/** The path of a target's file in the tree. */
function fileOf(tree: ReleaseTree, part: string): string {
  const found = filesBelow(join(tree.folder, "image", "targets")).find((path) => path.includes(part));
  if (found === undefined) throw new Error(`no file of ${part}`);
  return found;
}

function alter(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

const ATTACKS: readonly Attack[] = [
  {
    name: "an old repository is played back",
    attack: (_tree, _unit, before) => before,
    refused: "replayed",
  },
  {
    name: "online keys are stolen, and vouch for targets that they signed",
    attack: (tree) => vouched(tree, (targets) => signedBy(targets, tree.online("image"))),
    refused: "stolen-online-keys",
  },
  {
    name: "online keys are stolen, and vouch for targets with signatures of others",
    attack: (tree) =>
      vouched(tree, (targets) => {
        targets.signatures = signedBy(tree.nextTargets(), tree.keys.image.targets).signatures;
        targets.signed.unrecognizedFields["more"] = 1;
        return targets;
      }),
    refused: "stolen-online-keys",
  },
  {
    name: "a target is changed",
    attack: (tree) => {
      alter(fileOf(tree, "app-2"));
      return undefined;
    },
    refused: "changed",
  },
  {
    name: "a target is longer than was signed",
    attack: (tree) => {
      appendFileSync(fileOf(tree, "app-2"), "and more");
      return undefined;
    },
    refused: "longer-than-signed",
  },
  {
    name: "metadata have no end",
    attack: (tree) => {
      appendFileSync(tree.path("image", "timestamp.json"), " ".repeat(1_000_000));
      return undefined;
    },
    refused: "endless",
  },
  {
    name: "metadata are longer than was signed",
    attack: (tree) => {
      tree.assign(2);
      appendFileSync(tree.path("director", "3.targets.json"), " ");
    },
    refused: "longer-than-signed",
  },
  {
    name: "one of two signers signed",
    attack: (tree) => vouched(tree, (targets) => signedBy(targets, tree.keys.image.targets.slice(1))),
    refused: "too-few-signers",
  },
  {
    name: "one of two signers and an unknown key signed",
    attack: (tree) =>
      vouched(tree, (targets) => signedBy(targets, [tree.keys.image.targets[0]!, newKey("mallory")])),
    refused: "unknown-key",
  },
  {
    name: "one of two signers signed twice",
    attack: (tree) => {
      const [only] = tree.keys.image.targets;
      const targets = signedBy(tree.nextTargets(), [only!]);
      const text = bytesOf(targets).toString("utf8");
      const [signature] = /\{\s*"keyid"[^}]*\}/.exec(text) ?? [""];
      tree.vouchFor("image", targets);
      replaceVouched(tree, text.replace(signature, `${signature},${signature}`));
    },
    refused: "key-twice",
  },
  {
    name: "a root names one key under two names",
    attack: (tree) => {
      const root = tree.root("image", 2);
      const [first, second] = root.signed.roles["targets"]?.keyIDs ?? [];
      Object.assign(root.signed.keys[second ?? ""]!, { keyVal: root.signed.keys[first ?? ""]!.keyVal });
      root.signatures = {};
      writeFileSync(
        tree.path("image", "2.root.json"),
        bytesOf(signedBy(new Metadata(Root.fromJSON(root.signed.toJSON())), tree.keys.image.root)),
      );
    },
    refused: "key-twice",
  },
  {
    name: "metadata of two states are mixed",
    attack: (tree, _unit, before) => {
      tree.publish("image", [signedBy(tree.nextTargets(), tree.keys.image.targets)]);
      copyFileSync(before.path("image", "1.targets.json"), tree.path("image", "3.targets.json"));
    },
    refused: "mix-and-match",
  },
  {
    name: "a snapshot of another state is mixed in",
    attack: (tree, _unit, before) => {
      tree.assign(2);
      copyFileSync(before.path("director", "1.snapshot.json"), tree.path("director", "3.snapshot.json"));
    },
    refused: "mix-and-match",
  },
  {
    name: "a revoked key signed",
    attack: (tree) => {
      const [dev, compliance] = tree.keys.image.targets;
      tree.rotate("image", "targets", [dev!, newKey("compliance anew")]);
      vouched(tree, (targets) => signedBy(targets, [dev!, compliance!]));
    },
    refused: "revoked-key",
  },
  {
    name: "a new root is signed by one of the old keys",
    attack: (tree) => {
      const [anna] = tree.keys.image.root;
      tree.keys.image = newKeys();
      const root = tree.root("image", 2, [anna!]);
      writeFileSync(tree.path("image", "2.root.json"), bytesOf(root));
    },
    refused: "under-signed-root",
  },
  {
    name: "a new root is signed by the old keys and not by its own",
    attack: (tree) => {
      const old = tree.keys.director.root;
      tree.keys.director = newKeys();
      const root = tree.root("director", 2);
      root.signatures = {};
      writeFileSync(tree.path("director", "2.root.json"), bytesOf(signedBy(root, old)));
    },
    refused: "under-signed-root",
  },
  {
    name: "the timestamp expired a day ago: its stamp is 8 days old",
    attack: () => undefined,
    at: wallMs(MADE_AT + 8 * DAY_MS),
    refused: "frozen",
  },
  {
    name: "the targets expired, and the online keys go on stamping",
    attack: (tree) => {
      tree.now = wallMs(MADE_AT + 91 * DAY_MS);
      for (const repository of ["image", "director"] as const)
        tree.vouchFor(repository, tree.at(repository).newestTargets()!);
    },
    refused: "expired",
  },
  {
    name: "the root expired",
    attack: () => undefined,
    at: wallMs(MADE_AT + 366 * DAY_MS),
    refused: "expired",
  },
  {
    name: "the unit's clock goes back 400 days, to a time at which all of it counted",
    attack: () => undefined,
    at: wallMs(MADE_AT - 400 * DAY_MS),
    refused: "clock-back",
  },
  {
    name: "image and director name other bytes",
    attack: (tree) => {
      const targets = tree.at("director").newestTargets()!;
      const again = new Metadata(targets.signed);
      const [, target] = Object.entries(again.signed.targets).find(([name]) => name.includes("app-2"))!;
      Object.assign(target, { hashes: { sha256: "0".repeat(64) } });
      Object.assign(again.signed, { version: targets.signed.version + 1 });
      tree.publish("director", [signedBy(again, tree.keys.director.targets)]);
    },
    refused: "repositories-differ",
  },
  {
    name: "the director names a file that the image repository does not",
    attack: (tree) => {
      const targets = tree.at("image").newestTargets()!;
      const left = Object.entries(targets.signed.targets).filter(([name]) => !name.includes("app-2"));
      Object.assign(targets.signed, { version: targets.signed.version + 1, targets: Object.fromEntries(left) });
      tree.publish("image", [signedBy(new Metadata(targets.signed), tree.keys.image.targets)]);
    },
    refused: "not-in-image",
  },
  {
    name: "both repositories name a hash that nobody here knows",
    attack: (tree) => {
      const targets = tree.at("image").newestTargets()!;
      for (const file of Object.values(targets.signed.targets)) Object.assign(file.hashes, { sha999: "00" });
      Object.assign(targets.signed, { version: targets.signed.version + 1 });
      tree.publish("image", [signedBy(new Metadata(targets.signed), tree.keys.image.targets)]);
      tree.assign(2);
    },
    refused: "malformed",
  },
  {
    name: "the director sends a table back to an older release",
    attack: (tree, unit) => {
      raiseReleaseFloor(unit.options.floor, 2);
      tree.assign(1);
    },
    refused: "below-floor",
  },
  {
    name: "metadata are torn",
    attack: (tree) => {
      const path = tree.path("image", "timestamp.json");
      writeFileSync(path, readFileSync(path).subarray(0, 100));
    },
    refused: "malformed",
  },
  {
    name: "a signature is of other bytes",
    attack: (tree) => {
      const path = tree.path("image", "timestamp.json");
      writeFileSync(path, readFileSync(path, "utf8").replace(/"version": (\d+),/, '"version": 9,'));
    },
    refused: "forged",
  },
];

/** What the newest vouched targets of the image repository are, replaced by this text, with a snapshot that names it. */
function replaceVouched(tree: ReleaseTree, text: string): void {
  const bytes = Buffer.from(text);
  tree.vouchForBytes("image", tree.at("image").versions("targets").at(-1)!, bytes);
}

/** All that a client keeps, by path. */
const kept = (unit: TestClient): Record<string, string> =>
  Object.fromEntries(
    filesBelow(unit.folder)
      .filter((path) => !path.startsWith(join(unit.options.folder, "work")))
      .map((path) => [path, readFileSync(path, "hex")]),
  );

/** What every test begins with: a tree with two releases, and the same tree before the second. Made once, copied for each test. */
let made: { readonly tree: ReleaseTree; readonly before: ReleaseTree };
const base = mkdtempSync(join(tmpdir(), "tirada-attacked-"));
beforeAll(() => {
  const tree = new ReleaseTree(join(base, "tree"));
  const before = tree.copy(join(base, "before"));
  tree.release(2, { "app-2.tar": "the second app", "release-2.json": "{}" });
  tree.assign(2);
  made = { tree, before };
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** All attacks by one way, a sample by the others; a soak does all. */
const attacksBy = (way: Way): readonly Attack[] =>
  way === "folder" ? ATTACKS : sampleOfRun(ATTACKS, 6, `attacks by ${way}`);

describe.each(WAYS)("by %s", (way) => {
  it.each(attacksBy(way))(
    "$name: refused as $refused, and nothing is changed",
    async ({ attack, at, refused }) => {
      const tree = made.tree.copy();
      const unit = testClient(tree);
      await unit.check(await treeBy(way, tree.folder));
      const served = attack(tree, unit, made.before) ?? tree;
      const trusted = kept(unit);
      const error = await unit.update(await treeBy(way, served.folder), at).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UpdateRefusal);
      expect({ code: (error as UpdateRefusal).code, status: (error as UpdateRefusal).status }).toEqual({
        code: refused,
        status: 7,
      });
      expect((error as UpdateRefusal).message).toMatch(/^update refused, [a-z-]+: .+; .+$/);
      expect((error as UpdateRefusal).message).not.toContain("\n");
      // A target is refused after the metadata that name it are trusted; all else leaves everything as it was.
      if (!["changed", "longer-than-signed"].includes(refused)) expect(kept(unit)).toEqual(trusted);
      expect(
        readdirSync(unit.folder).includes("fetched") ? filesBelow(join(unit.folder, "fetched")) : [],
      ).toEqual([]);
    },
  );

  it("a good update passes, and what is there is not fetched again", async () => {
    const tree = made.before.copy();
    const unit = testClient(tree);
    const first = await unit.update(await treeBy(way, tree.folder));
    expect(first.offer?.release).toBe(1);
    tree.now = wallMs(MADE_AT + 3 * DAY_MS);
    tree.release(2, { "app-2.tar": "the second app" });
    tree.assign(2);
    const second = await unit.update(await treeBy(way, tree.folder));
    expect(second.offer?.targets.map(({ name }) => name)).toEqual(["2/linux-x64/app-2.tar"]);
    const fetched = join(unit.folder, "fetched", "app-2.tar");
    expect(readFileSync(fetched, "utf8")).toBe("the second app");
    alter(fileOf(tree, "app-2"));
    expect(await refusalOf(async () => unit.update(await treeBy(way, tree.folder)))).toBe("none");
  });
});
