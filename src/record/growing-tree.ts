import { EMPTY_FRONTIER, growTo, nodesOf, treeRoot } from "./merkle.ts";
import type { Frontier, NodeReader } from "./merkle.ts";

/** Nodes over 2^6 leaves and more are held; those below are hashed again from their leaves when asked for. */
export const HELD_FROM = 6;

/** A complete subtree of 2^level leaves that begins at leaf index·2^level. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

/** What a tree goes on from: the frontier of all leaves before, and how to read a node that was complete then. */
export interface TreeBefore {
  readonly frontier: Frontier;
  readonly node: NodeReader;
}

/**
 * A Merkle tree that grows by one leaf at a time and gives any proof at once. It holds one hash for every 32 leaves that were
 * appended; `leaves(start, count)` reads leaf hashes back from where they are stored, and `before` the nodes of the leaves before.
 */
export class GrowingTree {
  readonly #leaves: (start: number, count: number) => readonly Uint8Array[];
  readonly #before: TreeBefore | null;
  readonly #held = new Map<string, TreeNode>();
  #frontier: Frontier;

  constructor(
    leaves: (start: number, count: number) => readonly Uint8Array[],
    before: TreeBefore | null = null,
  ) {
    this.#leaves = leaves;
    this.#before = before;
    this.#frontier = before?.frontier ?? EMPTY_FRONTIER;
  }

  get frontier(): Frontier {
    return this.#frontier;
  }

  /** The nodes that became complete since the tree began, from level 6 up. */
  get held(): Iterable<TreeNode> {
    return this.#held.values();
  }

  append(leaf: Uint8Array): void {
    this.#frontier = growTo(this.#frontier, leaf, (level, index, hash) => {
      if (level >= HELD_FROM) this.#held.set(keyOf(level, index), { level, index, hash });
    });
  }

  /** A complete subtree within the current size (RFC 6962). Throws a RangeError beyond it. */
  readonly node: NodeReader = (level, index) => {
    const count = 2 ** level;
    const start = index * count;
    if (start + count > this.#frontier.size)
      throw new RangeError(`the tree of ${this.#frontier.size} has no node ${index} of level ${level} yet`);
    const held = this.#held.get(keyOf(level, index));
    if (held !== undefined) return held.hash;
    if (level >= HELD_FROM && this.#before !== null) return this.#before.node(level, index);
    const leaves = this.#leaves(start, count);
    if (leaves.length !== count)
      throw new RangeError(`leaves ${start} to ${start + count - 1} cannot be read back`);
    return treeRoot(count, nodesOf(leaves));
  };
}

const keyOf = (level: number, index: number): string => `${level}/${index}`;
