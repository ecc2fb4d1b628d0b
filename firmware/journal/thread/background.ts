import type { MonoUs } from "../../../src/time/instant.ts";
import { JournalError, withSecondCopy, type JournalErrorCode } from "../../files/errors.ts";
import { Pruner } from "../epochs/pruner.ts";
import { Rereader } from "../store/reread.ts";
import type { Store } from "../store/store.ts";

/** How a closed epoch is found that is not as it was. */
const DAMAGE: readonly JournalErrorCode[] = ["corrupt", "missing", "cannot-open", "io"];

/** What is done with closed epochs beside all else: they are read again, and pruned when a record lets them be. */
export interface BackgroundWork {
  /** To be called once a second with the time. */
  look(now: MonoUs): void;
  end(): void;
}

/** `fail` ends the journal. `onDamaged`: where a second copy may have it, hears of an epoch that is not as it was closed. */
export function startBackgroundWork(
  store: Store,
  fail: (error: unknown) => void,
  onDamaged: ((epoch: number) => void) | null,
): BackgroundWork {
  const act = (what: () => void): void => {
    try {
      if (!store.ended) what();
    } catch (error) {
      fail(error);
    }
  };
  const failEpoch = (epoch: number, error: unknown): void => {
    if (onDamaged === null || !(error instanceof JournalError) || !DAMAGE.includes(error.code))
      return fail(error);
    onDamaged(epoch);
    fail(withSecondCopy(error));
  };
  const rereader = new Rereader(
    {
      get closedCount() {
        return store.epochs.closedCount;
      },
      rereadTask: (epoch) => store.epochs.rereadTask(epoch),
      acceptReread: (epoch, report) => {
        try {
          if (!store.ended) store.acceptReread(epoch, report);
        } catch (error) {
          failEpoch(epoch, error);
        }
      },
      failEpoch,
      fail,
    },
    store.head.seq,
  );
  const pruner = new Pruner({
    pruneTask: () => (store.ended ? null : store.epochs.pruneTask()),
    acceptPruned: (task) => act(() => store.epochs.acceptPruned(task)),
    failEpoch,
    fail,
  });
  return {
    look: (now) => {
      rereader.look(now);
      act(() => pruner.look());
    },
    end: () => {
      rereader.end();
      pruner.end();
    },
  };
}
