import { sameBytes, sha256 } from "./bytes.ts";

/**
 * The Merkle tree of RFC 6962 section 2.1 over the lines of the log. Hashes are 32 bytes; sizes and indices are
 * whole numbers up to 2^53 (hence no bit operators). The verifying algorithms are those of RFC 9162 section 2.1.
 */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hash of the empty tree: SHA-256 of nothing. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array(0));
/** No proof has more hashes than this: two for each level of a tree of 2^53 leaves. */
export const MAX_PROOF = 106;

export function leafHash(line: Uint8Array): Buffer {
  return sha256(LEAF, line);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** The complete subtrees of a tree, largest first: all that is needed to add leaves and to state the root. */
export interface Frontier {
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
}

export const EMPTY_FRONTIER: Frontier = { size: 0, peaks: [] };

/** The frontier with one leaf hash more. About two hashes a leaf, whatever the size. */
export function grow(frontier: Frontier, leaf: Uint8Array): Frontier {
  return growTo(frontier, leaf, null);
}

/** The frontier with one leaf hash more; `onNode` is told each subtree above the leaf that becomes complete by it, smallest first. */
export function growTo(
  frontier: Frontier,
  leaf: Uint8Array,
  onNode: ((level: number, index: number, hash: Uint8Array) => void) | null,
): Frontier {
  const peaks = [...frontier.peaks];
  let node = leaf;
  let level = 0;
  for (let n = frontier.size; n % 2 === 1; n = (n - 1) / 2) {
    const left = peaks.pop();
    if (left === undefined) throw new RangeError(`a frontier of ${frontier.size} leaves lacks a peak`);
    node = nodeHash(left, node);
    level++;
    onNode?.(level, (n - 1) / 2, node);
  }
  peaks.push(node);
  return { size: frontier.size + 1, peaks };
}

export function frontierRoot(frontier: Frontier): Uint8Array {
  return (
    frontier.peaks.reduceRight<Uint8Array | null>(
      (right, peak) => (right === null ? peak : nodeHash(peak, right)),
      null,
    ) ?? EMPTY_ROOT
  );
}

/** How many peaks a tree of this size has: the ones in its binary form. */
export function peakCount(size: number): number {
  let count = 0;
  for (let n = size; n > 0; n = Math.floor(n / 2)) count += n % 2;
  return count;
}

/** Hash of the complete subtree of 2^level leaves that starts at leaf index·2^level. */
export type NodeReader = (level: number, index: number) => Uint8Array;

/** Reads the nodes of a small tree from its leaf hashes. */
export function nodesOf(leaves: readonly Uint8Array[]): NodeReader {
  const read: NodeReader = (level, index) => {
    if (level > 0) return nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
    const leaf = leaves[index];
    if (leaf === undefined) throw new RangeError(`the tree has no leaf ${index}`);
    return leaf;
  };
  return read;
}

/** MTH of RFC 6962 section 2.1 for the first `size` leaves. */
export function treeRoot(size: number, read: NodeReader): Uint8Array {
  return size === 0 ? EMPTY_ROOT : range(0, size, read);
}

/** The frontier of the first `size` leaves. */
export function frontierAt(size: number, read: NodeReader): Frontier {
  const peaks: Uint8Array[] = [];
  for (let start = 0, left = size; left > 0;) {
    const whole = powerAtMost(left);
    peaks.push(range(start, whole, read));
    start += whole;
    left -= whole;
  }
  return { size, peaks };
}

/** PATH(m, D[n]) of RFC 6962 section 2.1.1: from the leaf's sibling up. Throws unless 0 <= index < size. */
export function inclusionProof(index: number, size: number, read: NodeReader): Uint8Array[] {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const path: Uint8Array[] = [];
  let start = 0;
  for (let n = size; n > 1;) {
    const k = powerAtMost(n - 1);
    if (index < start + k) {
      path.push(range(start + k, n - k, read));
      n = k;
    } else {
      path.push(range(start, k, read));
      start += k;
      n -= k;
    }
  }
  return path.reverse();
}

/** PROOF(m, D[n]) of RFC 6962 section 2.1.2. Empty when `from` is 0 or `to`. Throws unless 0 <= from <= to. */
export function consistencyProof(from: number, to: number, read: NodeReader): Uint8Array[] {
  if (from < 0 || from > to) throw new RangeError(`a tree of ${from} is not the beginning of one of ${to}`);
  if (from === 0 || from === to) return [];
  const path: Uint8Array[] = [];
  let start = 0;
  let n = to;
  while (from - start !== n) {
    const k = powerAtMost(n - 1);
    if (from - start <= k) {
      path.push(range(start + k, n - k, read));
      n = k;
    } else {
      path.push(range(start, k, read));
      start += k;
      n -= k;
    }
  }
  if (start > 0) path.push(range(start, n, read));
  return path.reverse();
}

/** True when `leaf` is leaf `index` of the tree of `size` leaves with this root (RFC 9162 section 2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(step, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && sameBytes(hash, root);
}

/** True when the tree of `to` leaves begins with the tree of `from` leaves (RFC 9162 section 2.1.4.2). */
export function verifyConsistency(
  from: number,
  fromRoot: Uint8Array,
  to: number,
  toRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to) return false;
  if (from === to) return proof.length === 0 && sameBytes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && sameBytes(fromRoot, EMPTY_ROOT);
  const steps = powerAtMost(from) === from ? [fromRoot, ...proof] : proof;
  let [fn, sn] = [from - 1, to - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const [first, ...rest] = steps;
  if (first === undefined) return false;
  let [fr, sr] = [first, first];
  for (const step of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(step, fr), nodeHash(step, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeHash(sr, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && sameBytes(fr, fromRoot) && sameBytes(sr, toRoot);
}

/** Root of `n` leaves from leaf `start`, which is a multiple of the largest power of two in `n`. */
function range(start: number, n: number, read: NodeReader): Uint8Array {
  const k = powerAtMost(n);
  if (k === n) return read(Math.round(Math.log2(n)), start / n);
  return nodeHash(range(start, k, read), range(start + k, n - k, read));
}

function powerAtMost(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}

function half(n: number): number {
  return Math.floor(n / 2);
}
