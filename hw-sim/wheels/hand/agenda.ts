/** What the world still has to do, by instant and then by order of entering. µs, not rounded. */
export interface Agenda {
  /** `owner` names who may take the entry out again. Nothing is entered into the past: it would come out of order. */
  at(us: number, owner: string, act: (us: number) => void): void;
  drop(owner: string): void;
  next(): number;
  /** Does the next entry; its instant must be `next()`. */
  doNext(): void;
}

interface Item {
  readonly us: number;
  readonly owner: string;
  readonly act: (us: number) => void;
}

export function agenda(): Agenda {
  // Latest first, so that the next one is popped; a few entries at a time.
  const items: Item[] = [];
  let now = 0;
  return {
    at: (wanted, owner, act) => {
      const us = Math.max(now, wanted);
      let at = items.length;
      while (at > 0 && (items[at - 1]?.us ?? 0) <= us) at--;
      items.splice(at, 0, { us, owner, act });
    },
    drop: (owner) => {
      for (let i = items.length - 1; i >= 0; i--) if (items[i]?.owner === owner) items.splice(i, 1);
    },
    next: () => items.at(-1)?.us ?? Number.POSITIVE_INFINITY,
    doNext: () => {
      const item = items.pop();
      if (item === undefined) return;
      now = item.us;
      item.act(item.us);
    },
  };
}
