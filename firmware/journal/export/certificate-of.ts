import { formatProof, formatRecord, type Certificate } from "../../../src/record/certificate.ts";
import { inclusionProof } from "../../../src/record/merkle.ts";
import { withCosignatures } from "../../evidence/log/cosignatures.ts";
import { JournalError } from "../../files/errors.ts";
import { readBack } from "../../evidence/log/rows.ts";
import type { Store } from "../store/store.ts";

/**
 * The certificate of record `seq` under the newest checkpoint that a witness is known to have cosigned, else under the newest one;
 * signs one when none reaches it yet. Throws a JournalError `refused` for a record that is not there.
 */
export function certificateOf(store: Store, seq: number): Certificate {
  const row = Number.isSafeInteger(seq) && seq >= 0 ? store.rows(seq, 1)[0] : undefined;
  if (row?.seq !== seq)
    throw new JournalError(
      "refused",
      `the journal has no record ${seq}: its records are ${store.epochs.set.prunedRecords} to ${store.head.seq - 1}`,
    );
  const { cosigned, keys, mode } = store;
  const newest = (store.newest?.size ?? 0) > seq ? store.newest : store.signCheckpointNow();
  const sealed = (cosigned?.size ?? 0) > seq ? cosigned : newest;
  if (sealed === null) throw new JournalError("refused", "the journal has no records");
  const { line, sig } = readBack(row);
  return {
    seq,
    mode,
    json: formatRecord({ line, sig, vkey: keys.keyAt(seq).vkey, keys: keys.rotations }),
    proof: formatProof({
      index: seq,
      hashes: inclusionProof(seq, sealed.size, store.node),
      checkpoint: withCosignatures(sealed, store.cosignatures(sealed.size - 1, sealed.size)),
    }),
  };
}
