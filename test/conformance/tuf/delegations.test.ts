import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { sampleOfRun } from "../../support/volume.ts";
import { playedRepository } from "./client.ts";
import { dayText, daysFrom, TARGETS_CHANGED, type Delegation, type Repository } from "./repository.ts";

/** In which order roles that others delegate to are visited, and under which names. Titles: the names of the suite's cases. */

type Delegating = readonly [from: string, to: string, how?: Partial<Delegation>];
const PYTHON = { paths: ["*.py"] };
const ENDS = { terminating: true };

function delegateAll(repository: Repository, all: readonly Delegating[]): void {
  for (const [from, to, how] of all) repository.delegate(from, to, how);
  repository.publish(...new Set(all.flatMap(([from, to]) => [from, to])), "snapshot", "timestamp");
}

/** Delegated roles that were asked for, in this order. */
const visited = (repository: Repository): string[] =>
  repository.asked.slice(4).map((name) => name.replace(/^1\./, ""));

const GRAPHS: readonly (readonly [string, readonly Delegating[], string])[] = [
  ["basic-delegation", [["targets", "A"]], "A"],
  [
    "single-level-delegations",
    [
      ["targets", "A"],
      ["targets", "B"],
    ],
    "A B",
  ],
  [
    "two-level-delegations",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["B", "C"],
    ],
    "A B C",
  ],
  [
    "two-level-test-DFS-order-of-traversal",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["A", "C"],
      ["A", "D"],
    ],
    "A C D B",
  ],
  [
    "three-level-delegation-test-DFS-order-of-traversal",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["A", "C"],
      ["C", "D"],
    ],
    "A C D B",
  ],
  [
    "two-level-terminating-ignores-all-but-roles-descendants",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["A", "C", ENDS],
      ["A", "D"],
    ],
    "A C",
  ],
  [
    "three-level-terminating-ignores-all-but-roles-descendants",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["A", "C", ENDS],
      ["C", "D"],
    ],
    "A C D",
  ],
  [
    "two-level-ignores-all-branches-not-matching-paths",
    [
      ["targets", "A", PYTHON],
      ["targets", "B"],
      ["A", "C"],
    ],
    "B",
  ],
  [
    "three-level-ignores-all-branches-not-matching-paths",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["A", "C", PYTHON],
      ["C", "D"],
    ],
    "A B",
  ],
  [
    "cyclic-graph",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["B", "C"],
      ["C", "D"],
      ["D", "B"],
    ],
    "A B C D",
  ],
  [
    "two-roles-delegating-to-a-third",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["B", "C"],
      ["A", "C"],
    ],
    "A C B",
  ],
  [
    "two-roles-delegating-to-a-third-different-paths",
    [
      ["targets", "A"],
      ["targets", "B"],
      ["B", "C"],
      ["A", "C", PYTHON],
    ],
    "A B C",
  ],
];

describe("graph_traversal", () => {
  it.each(sampleOfRun(GRAPHS, 5, "graphs of delegations"))("%s", async (_, delegations, order) => {
    const { repository, client } = await playedRepository();
    delegateAll(repository, delegations);
    expect(await client.download("missingpath")).toBe(false);
    expect(visited(repository).join(" ")).toBe(order);
  });
});

test.each([
  ["no delegations", "targetfile", "", true],
  ["targetpath matches wildcard", "README.md", "A", true],
  ["targetpath with separators x", "releases/x/x_v1", "B C", true],
  ["targetpath with separators y", "releases/y/y_v1.zip", "B D", true],
  ["targetpath is not delegated by all roles in the chain", "releases/z/z_v1.zip", "B", false],
])("targetfile_search: %s", async (_, path, order, isFound) => {
  const { repository, client } = await playedRepository();
  const delegations: Delegating[] = [
    ["targets", "A", { paths: ["*.doc", "*.md"] }],
    ["targets", "B", { paths: ["releases/*/*"] }],
    ["B", "C", { paths: ["releases/x/*"] }],
    ["B", "D", { paths: ["releases/y/*.zip"] }],
  ];
  for (const [from, to, how] of delegations) repository.delegate(from, to, how);
  for (const [role, name] of [
    ["targets", "targetfile"],
    ["A", "README.md"],
    ["C", "releases/x/x_v1"],
    ["D", "releases/y/y_v1.zip"],
    ["D", "releases/z/z_v1.zip"],
  ] as const)
    repository.addFile(role, name, `${name} of ${role}`);
  repository.publish("A", "B", "C", "D", ...TARGETS_CHANGED);
  expect(await client.download(path)).toBe(isFound);
  expect(client.downloads).toEqual(isFound ? [repository.files.get(path)?.toString()] : []);
  expect(visited(repository).join(" ")).toBe(order);
});

test.each([
  [1, "boo", "bin-0"],
  [1, "too", "bin-1"],
  [2, "foo", "bin-0"],
  [2, "doo", "bin-1"],
  [2, "too", "bin-2"],
  [2, "bar", "bin-3"],
  [8, "bar", "bin-fc"],
])("succinct_roles_graph_traversal: %i bits, %s in %s", async (bits, path, bin) => {
  const { repository, client } = await playedRepository();
  const bins = repository.delegateToBins("targets", bits, "bin");
  expect(bins).toContain(bin);
  repository.addFile(bin, path, "in a bin");
  repository.publish(...bins, ...TARGETS_CHANGED);
  expect([await client.download(path), visited(repository)]).toEqual([true, [bin]]);
  expect(client.versions).toMatchObject({ [bin]: 1 });
});

it("visits the role of the first digits of the path's hash", async () => {
  const { repository, client } = await playedRepository();
  const first = createHash("sha256").update("file.txt").digest("hex").slice(0, 1);
  const others = Array.from({ length: 16 }, (_, digit) => digit.toString(16)).filter(
    (digit) => digit !== first,
  );
  repository.delegate("targets", "others", { path_hash_prefixes: others });
  repository.delegate("targets", "its-own", { path_hash_prefixes: [first] });
  repository.addFile("its-own", "file.txt", "by its hash");
  repository.publish("others", "its-own", ...TARGETS_CHANGED);
  expect([await client.download("file.txt"), visited(repository)]).toEqual([true, ["its-own"]]);
});

test.each(["?", "#", "/delegatedrole", "../delegatedrole", "ä ö", "."])(
  "unusual_role_name: %s",
  async (role) => {
    const { repository, client } = await playedRepository();
    delegateAll(repository, [["targets", role]]);
    expect(await client.download("nonexistent target")).toBe(false);
    expect(visited(repository)).toEqual([encodeURIComponent(role)]);
    // The fifth file of trusted metadata lies beside the others, whatever the role is called.
    expect(Object.keys(client.versions)).toHaveLength(5);
  },
);

test("delegated_targets_expired", async () => {
  const { repository, client } = await playedRepository();
  repository.delegate("targets", "A");
  repository.of("A").expires = dayText(-1);
  repository.addFile("A", "file", "of an expired role");
  repository.publish("A", ...TARGETS_CHANGED);
  expect(await client.refresh()).toBe(true);
  expect([await client.download("file"), client.downloads]).toEqual([false, []]);
  expect(client.trusted("A")).toBeNull();
});

test("expired_local_delegated_targets, and its next version", async () => {
  const { repository, client } = await playedRepository();
  repository.delegate("targets", "A");
  repository.of("A").expires = dayText(7);
  for (const name of ["first", "second"]) repository.addFile("A", name, `${name} of A`);
  repository.publish("A", ...TARGETS_CHANGED);
  repository.of("timestamp").expires = dayText(60);
  expect([await client.download("first"), client.downloads]).toEqual([true, ["first of A"]]);
  client.now = daysFrom(18);
  expect([await client.download("second"), client.downloads]).toEqual([false, ["first of A"]]);
  repository.of("A").expires = dayText(21);
  repository.publish("A", "snapshot", "timestamp");
  expect([await client.download("second"), client.downloads]).toEqual([true, ["first of A", "second of A"]]);
});

it("believes no delegated role that its own key did not sign, or that nobody vouches for", async () => {
  const { repository, client } = await playedRepository();
  repository.delegate("targets", "A");
  repository.addFile("A", "file", "of A");
  repository.signers.set("A", repository.signers.get("targets")!);
  repository.publish("A", ...TARGETS_CHANGED);
  expect([await client.download("file"), client.trusted("A")]).toEqual([false, null]);
  repository.delegate("targets", "A");
  repository.publish("A");
  delete repository.of("snapshot").meta["A.json"];
  repository.publish(...TARGETS_CHANGED);
  expect([await client.download("file"), client.trusted("A")]).toEqual([false, null]);
});
