import type { MonoUs } from "../../src/time/instant.ts";
import { Pruner } from "./pruner.ts";
import { Rereader } from "./reread.ts";
import type { Store } from "./store.ts";

/** What is done with closed epochs beside all else: they are read again, and pruned when a record lets them be. */
export interface BackgroundWork {
  /** To be called once a second with the time. */
  look(now: MonoUs): void;
  end(): void;
}

/** `fail` ends the journal. */
export function startBackgroundWork(store: Store, fail: (error: unknown) => void): BackgroundWork {
  const act = (what: () => void): void => {
    try {
      if (!store.ended) what();
    } catch (error) {
      fail(error);
    }
  };
  const rereader = new Rereader(
    {
      get closedCount() {
        return store.epochs.closedCount;
      },
      rereadTask: (epoch) => store.epochs.rereadTask(epoch),
      acceptReread: (epoch, report) => act(() => store.acceptReread(epoch, report)),
      fail,
    },
    store.head.seq,
  );
  const pruner = new Pruner({
    pruneTask: () => (store.ended ? null : store.epochs.pruneTask()),
    acceptPruned: (task) => act(() => store.epochs.acceptPruned(task)),
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
