import { expect, test } from "vitest";
import { GrowingTree } from "./growing-tree.ts";
import { inclusionProof, leafHash, nodesOf, treeRoot, frontierRoot } from "./merkle.ts";

/** A tree that grows by one leaf holds one hash of 32 and reads the rest back. */

const LEAVES = Array.from({ length: 300 }, (_, n) => leafHash(Uint8Array.of(n >> 8, n)));
const someOf = (from: number, count: number) => LEAVES.slice(from, from + count);

function grown(count: number, from = 0): GrowingTree {
  const whole = nodesOf(LEAVES);
  const first = new GrowingTree(someOf);
  for (const leaf of LEAVES.slice(0, from)) first.append(leaf);
  const tree = from === 0 ? first : new GrowingTree(someOf, { frontier: first.frontier, node: whole });
  for (const leaf of LEAVES.slice(from, count)) tree.append(leaf);
  return tree;
}

test.each([0, 1, 63, 64, 65, 128, 200])(
  "it gives every proof of 300 leaves, also where it goes on from %i",
  (from) => {
    const tree = grown(300, from);
    const whole = nodesOf(LEAVES);
    expect(tree.frontier.size).toBe(300);
    expect(treeRoot(300, tree.node)).toEqual(frontierRoot(tree.frontier));
    for (const index of [0, 1, 62, 63, 64, 127, 191, 255, 298, 299])
      expect(inclusionProof(index, 300, tree.node)).toEqual(inclusionProof(index, 300, whole));
  },
);

test("it holds the nodes over 64 leaves and more that became complete in it", () => {
  const heights = [...grown(300).held].map(({ level }) => level);
  expect(heights.toSorted((a, b) => a - b)).toEqual([6, 6, 6, 6, 7, 7, 8]);
  expect([...grown(300, 128).held]).toHaveLength(4);
});

test("it has no node beyond its size, and none where leaves cannot be read back", () => {
  const tree = grown(5);
  expect(() => tree.node(3, 0)).toThrow("the tree of 5 has no node 0 of level 3 yet");
  const empty = new GrowingTree(() => []);
  empty.append(LEAVES[0] ?? new Uint8Array(32));
  expect(() => empty.node(0, 0)).toThrow("leaves 0 to 0 cannot be read back");
});
