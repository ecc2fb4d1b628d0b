import { strictBase64, utf8 } from "../record/bytes.ts";
import { formatProof, formatRecord, type Certificate } from "../record/certificate.ts";
import { historyFrom, type SignedLine } from "../record/key-history.ts";
import { parseVkey } from "../record/keys.ts";
import { inclusionProof, leafHash, nodeHash, type NodeReader } from "../record/merkle.ts";
import { modeOfLog } from "../record/mode.ts";

/** Where the store's knowledge of a tree begins, and the checkpoint that covers a record. */
export interface StoredTree {
  /** A signed note over `size` records. */
  readonly note: string;
  readonly size: number;
  /** A size at which the peaks of the tree are known, no larger than the record's number. */
  readonly from: number;
  /** Base64, the largest first. */
  readonly peaks: readonly string[];
  /** vkey of the log's first key, and the records by which it gave way. */
  readonly first: string;
  readonly rotations: readonly SignedLine[];
}

/**
 * The certificate of one record out of what a floor's store has of its log: the lines from `tree.from` up to the checkpoint, and for all that
 * lies before them the peaks that a collector verified. The very files that the table itself gives out. Throws a RangeError where lines are
 * missing, and an Error for keys that are none.
 */
export function storedCertificate(
  log: string,
  seq: number,
  tree: StoredTree,
  lines: readonly SignedLine[],
): Certificate {
  const signed = lines[seq - tree.from];
  if (signed === undefined || lines.length < tree.size - tree.from)
    throw new RangeError(`the store gave ${lines.length} lines of ${log} from ${tree.from} on`);
  const keys = historyFrom(parseVkey(tree.first), tree.rotations);
  if (typeof keys === "string") throw new Error(`the keys of ${log}: ${keys}`);
  const known = keys.rotations.map(({ line, sig }) => ({ line, sig }));
  return {
    seq,
    mode: modeOfLog(log),
    json: formatRecord({ ...signed, vkey: keys.keyAt(seq).vkey, keys: known }),
    proof: formatProof({
      index: seq,
      hashes: inclusionProof(seq, tree.size, nodesFrom(tree, lines)),
      checkpoint: tree.note,
    }),
  };
}

/** Reads a tree from its peaks at one size and the lines behind it. */
function nodesFrom(
  { from, peaks }: Pick<StoredTree, "from" | "peaks">,
  lines: readonly SignedLine[],
): NodeReader {
  const known = new Map<string, Uint8Array>();
  let [start, left] = [0, from];
  for (const peak of peaks) {
    const level = Math.floor(Math.log2(left));
    const hash = strictBase64(peak);
    if (hash === null) throw new RangeError("a peak of the tree is no hash");
    known.set(`${level} ${start / 2 ** level}`, hash);
    start += 2 ** level;
    left -= 2 ** level;
  }
  const read: NodeReader = (level, index) => {
    const peak = known.get(`${level} ${index}`);
    if (peak !== undefined) return peak;
    if (level > 0) return nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
    const line = lines[index - from];
    if (line === undefined) throw new RangeError(`the tree has no leaf ${index} here`);
    return leafHash(utf8(line.line));
  };
  return read;
}
