import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "./bytes.ts";
import { GrowingTree } from "./growing-tree.ts";
import {
  consistencyProof,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  frontierAt,
  frontierRoot,
  grow,
  inclusionProof,
  leafHash,
  nodeHash,
  nodesOf,
  peakCount,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from "./merkle.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Inputs and roots of the Certificate Transparency reference tests (google/certificate-transparency, merkle_tree_test). */
const INPUTS = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const known = INPUTS.map((input) => leafHash(Buffer.from(input, "hex")));

/** MTH exactly as RFC 6962 section 2.1 writes it, over data instead of hashes. */
function mth(data: readonly Uint8Array[]): Uint8Array {
  if (data.length === 0) return EMPTY_ROOT;
  if (data.length === 1) return leafHash(data[0]!);
  let k = 1;
  while (k * 2 < data.length) k *= 2;
  return nodeHash(mth(data.slice(0, k)), mth(data.slice(k)));
}

const someLeaves = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, i) => leafHash(Buffer.from(`leaf ${i}`)));

describe("known roots", () => {
  test("the empty tree", () => {
    expect(hex(treeRoot(0, nodesOf([])))).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(hex(frontierRoot(EMPTY_FRONTIER))).toBe(hex(EMPTY_ROOT));
  });
  test.each(ROOTS.map((root, i) => [i + 1, root] as const))("the first %i leaves", (size, root) => {
    expect(hex(treeRoot(size, nodesOf(known)))).toBe(root);
    expect(hex(frontierRoot(known.slice(0, size).reduce(grow, EMPTY_FRONTIER)))).toBe(root);
    expect(hex(mth(INPUTS.slice(0, size).map((input) => Buffer.from(input, "hex"))))).toBe(root);
  });
  test("between trees of one size, and from the empty tree, only the empty proof of the right roots holds", () => {
    const [a, b] = [leafHash(Buffer.from("a")), leafHash(Buffer.from("b"))];
    expect(verifyConsistency(3, a, 3, a, [])).toBe(true);
    expect(verifyConsistency(3, a, 3, b, [])).toBe(false);
    expect(verifyConsistency(3, a, 3, a, [b])).toBe(false);
    expect(verifyConsistency(0, EMPTY_ROOT, 3, a, [])).toBe(true);
    expect(verifyConsistency(0, EMPTY_ROOT, 3, a, [b])).toBe(false);
    expect(verifyConsistency(0, b, 3, a, [])).toBe(false);
  });
  test("the paths of RFC 6962 section 2.1.3", () => {
    const node = nodesOf(someLeaves(7));
    const at = (level: number, index: number): string => hex(node(level, index));
    const k = hex(nodeHash(node(1, 2), node(0, 6)));
    const path = (index: number): string[] => inclusionProof(index, 7, node).map(hex);
    expect(path(0)).toEqual([at(0, 1), at(1, 1), k]);
    expect(path(3)).toEqual([at(0, 2), at(1, 0), k]);
    expect(path(4)).toEqual([at(0, 5), at(0, 6), at(2, 0)]);
    expect(path(6)).toEqual([at(1, 2), at(2, 0)]);
    expect(consistencyProof(3, 7, node).map(hex)).toEqual([at(0, 2), at(0, 3), at(1, 0), k]);
    expect(consistencyProof(4, 7, node).map(hex)).toEqual([k]);
    expect(consistencyProof(6, 7, node).map(hex)).toEqual([at(1, 2), at(0, 6), at(2, 0)]);
  });
});

describe("proofs", () => {
  test("every leaf of every tree up to 40 is proven, and nothing else is", () => {
    const leaves = someLeaves(40);
    for (let size = 1; size <= 40; size++) {
      const node = nodesOf(leaves.slice(0, size));
      const root = treeRoot(size, node);
      for (let index = 0; index < size; index++) {
        const proof = inclusionProof(index, size, node);
        const leaf = leaves[index]!;
        expect(verifyInclusion(leaf, index, size, proof, root)).toBe(true);
        expect(verifyInclusion(leaf, index + 1, size, proof, root)).toBe(false);
        expect(verifyInclusion(leaf, index, size, proof.slice(1), root)).toBe(proof.length === 0);
        expect(verifyInclusion(leaf, index, size, [...proof, root], root)).toBe(false);
        expect(verifyInclusion(sha256(leaf), index, size, proof, root)).toBe(false);
      }
    }
  });
  test("every beginning of every tree up to 40 is proven, and no other", () => {
    const leaves = someLeaves(40);
    const other = nodesOf([...leaves.slice(0, 39).map((leaf) => sha256(leaf)), leaves[39]!]);
    for (let to = 0; to <= 40; to++) {
      const node = nodesOf(leaves.slice(0, to));
      for (let from = 0; from <= to; from++) {
        const proof = consistencyProof(from, to, node);
        const [a, b] = [treeRoot(from, node), treeRoot(to, node)];
        expect(verifyConsistency(from, a, to, b, proof)).toBe(true);
        if (from > 0 && from < to) {
          expect(verifyConsistency(from, treeRoot(from, other), to, b, proof)).toBe(false);
          expect(verifyConsistency(from, a, to, treeRoot(to, other), proof)).toBe(false);
          expect(verifyConsistency(from, a, to, b, proof.slice(0, -1))).toBe(false);
          expect(verifyConsistency(from, a, to, b, [...proof, a])).toBe(false);
        }
      }
    }
  });
  test("any flipped bit of a proof, leaf or root is found", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), (size, at, bit) => {
        const leaves = someLeaves(size);
        const node = nodesOf(leaves);
        const index = at % size;
        const parts = [leaves[index]!, treeRoot(size, node), ...inclusionProof(index, size, node)].map((part) =>
          Buffer.from(part),
        );
        const flipped = parts[bit % parts.length]!;
        flipped[bit % 32]! ^= 1 << (bit % 8);
        const [leaf, root, ...proof] = parts;
        expect(verifyInclusion(leaf!, index, size, proof, root!)).toBe(false);
      }),
    );
  });
  test("a proof that ends at an inner node is none, though that node is given as the root", () => {
    const leaves = someLeaves(7);
    const node = nodesOf(leaves);
    expect(verifyInclusion(leaves[0]!, 0, 7, [node(0, 1), node(1, 1)], node(2, 0))).toBe(false);
    expect(verifyInclusion(leaves[0]!, 0, 4, [node(0, 1), node(1, 1)], node(2, 0))).toBe(true);
    expect(verifyConsistency(1, leaves[0]!, 7, node(1, 0), [node(0, 1)])).toBe(false);
    expect(verifyConsistency(1, leaves[0]!, 2, node(1, 0), [node(0, 1)])).toBe(true);
  });
  test("nonsense sizes are refused, not looped over", () => {
    const root = someLeaves(1)[0]!;
    expect(verifyInclusion(root, 0, 0, [], root)).toBe(false);
    expect(verifyInclusion(root, -1, 1, [], root)).toBe(false);
    expect(verifyInclusion(root, 0.5, 2, [], root)).toBe(false);
    expect(verifyInclusion(root, 0, 2 ** 53, [], root)).toBe(false);
    expect(verifyConsistency(2, root, 1, root, [])).toBe(false);
    expect(verifyConsistency(3, root, 2 ** 52, root, [])).toBe(false);
    expect(() => inclusionProof(1, 1, nodesOf([root]))).toThrow(RangeError);
    expect(() => consistencyProof(2, 1, nodesOf([root]))).toThrow(RangeError);
  });
});

describe("frontier and growing tree", () => {
  test("agree with the definition at every size, wherever they start", () => {
    const leaves = someLeaves(300);
    const tree = new GrowingTree((start, count) => leaves.slice(start, start + count));
    let frontier = EMPTY_FRONTIER;
    for (const [i, leaf] of leaves.entries()) {
      frontier = grow(frontier, leaf);
      tree.append(leaf);
      const node = nodesOf(leaves.slice(0, i + 1));
      const root = hex(treeRoot(i + 1, node));
      expect(hex(frontierRoot(frontier))).toBe(root);
      expect(hex(treeRoot(i + 1, tree.node))).toBe(root);
      expect(frontier.peaks.length).toBe(peakCount(i + 1));
      if (i % 7 === 0) {
        expect(frontierAt(i + 1, tree.node)).toEqual(frontier);
        expect(inclusionProof(i >> 1, i + 1, tree.node)).toEqual(inclusionProof(i >> 1, i + 1, node));
        expect(consistencyProof((i >> 2) + 1, i + 1, tree.node)).toEqual(
          consistencyProof((i >> 2) + 1, i + 1, node),
        );
      }
    }
  });
  test("a node that is not complete yet is refused", () => {
    const leaves = someLeaves(5);
    const tree = new GrowingTree((start, count) => leaves.slice(start, start + count));
    for (const leaf of leaves) tree.append(leaf);
    expect(() => tree.node(1, 2)).toThrow(RangeError);
    expect(hex(tree.node(2, 0))).toBe(hex(treeRoot(4, nodesOf(leaves))));
  });
});

test("a tree that lacks a leaf or a peak is refused", () => {
  expect(() => treeRoot(3, nodesOf(someLeaves(2)))).toThrow("the tree has no leaf 2");
  const [leaf = new Uint8Array(32)] = someLeaves(1);
  expect(() => grow({ size: 3, peaks: [leaf] }, leaf)).toThrow("a frontier of 3 leaves lacks a peak");
});
