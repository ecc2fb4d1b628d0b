import { EMPTY_FRONTIER, grow, nodeHash } from "./merkle.ts";
import type { Frontier, NodeReader } from "./merkle.ts";

/** Nodes over 2^6 leaves and more are held; those below are hashed again from their leaves when asked for. */
const HELD_FROM = 6;
const BLOCK = 2 ** HELD_FROM;

/**
 * A Merkle tree that grows by one leaf at a time and gives any proof at once, while holding one hash for every
 * 32 leaves or so: a few megabytes for a year of a busy table. `leaves(start, count)` reads leaf hashes back from
 * where they are stored; the store may not have the newest block yet, so that one is kept here too.
 */
export class GrowingTree {
  readonly #leaves: (start: number, count: number) => readonly Uint8Array[];
  /** `#held[i][n]` is node n of level 6 + i. */
  readonly #held: Uint8Array[][] = [];
  /** Leaves of the block that is not full yet. */
  #open: Uint8Array[] = [];
  #frontier: Frontier = EMPTY_FRONTIER;

  constructor(leaves: (start: number, count: number) => readonly Uint8Array[]) {
    this.#leaves = leaves;
  }

  get frontier(): Frontier {
    return this.#frontier;
  }

  append(leaf: Uint8Array): void {
    this.#frontier = grow(this.#frontier, leaf);
    this.#open.push(leaf);
    if (this.#open.length < BLOCK) return;
    let node = combine(this.#open);
    this.#open = [];
    for (let i = 0; ; i++) {
      const row = (this.#held[i] ??= []);
      row.push(node);
      const left = row.at(-2);
      if (row.length % 2 === 1 || left === undefined) return;
      node = nodeHash(left, node);
    }
  }

  /** A complete subtree within the current size (RFC 6962). Throws a RangeError beyond it. */
  readonly node: NodeReader = (level, index) => {
    const count = 2 ** level;
    const start = index * count;
    if (start + count > this.#frontier.size)
      throw new RangeError(`the tree of ${this.#frontier.size} has no node ${index} of level ${level} yet`);
    const held = this.#held[level - HELD_FROM]?.[index];
    if (held !== undefined) return held;
    const open = start - (this.#frontier.size - this.#open.length);
    const leaves = open >= 0 ? this.#open.slice(open, open + count) : this.#leaves(start, count);
    if (leaves.length !== count)
      throw new RangeError(`leaves ${start} to ${start + count - 1} cannot be read back`);
    return combine(leaves);
  };
}

/** Root of a full subtree: as many leaves as a power of two. */
function combine(leaves: readonly Uint8Array[]): Uint8Array {
  let row = leaves;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]];
      if (left !== undefined && right !== undefined) above.push(nodeHash(left, right));
    }
    row = above;
  }
  const [root] = row;
  if (root === undefined) throw new RangeError("a subtree has at least one leaf");
  return root;
}
