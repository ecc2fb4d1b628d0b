/** What happened at the table while this page had no connection to it: told once, when it is back. */
import type { Key } from "../../../../src/people/keys.ts";
import type { SeriesItem, TableView } from "../../../../src/table/kernel/view/view.ts";

export interface AwayNote {
  readonly seconds: number;
  /** Rounds that ended meanwhile, the newest first. */
  readonly ended: readonly SeriesItem[];
  /** More ended than the series holds. */
  readonly isMore: boolean;
  /** Things that wait and did not before. */
  readonly tasks: number;
  /** The table was opened or closed. */
  readonly turned: "opened" | "closed" | null;
  /** A key that was pressed and not answered: it may have been carried out, or not. */
  readonly unanswered: Key["key"] | null;
}

interface Left {
  readonly at: number;
  readonly view: TableView | null;
  unanswered: Key["key"] | null;
}

/** A network that held everything back delivers it in its order, an old sign of life before the newest view: so long it may take, ms. */
const CATCH_UP_MS = 5_000;

/** Follows one page. `now`: milliseconds that only go forward. */
export function awayWatch(now: () => number) {
  let left: Left | null = null;
  let back: { readonly before: Left; readonly at: number; readonly seconds: number } | null = null;
  const noteSince = (view: TableView | null): AwayNote | null =>
    back?.before.view == null || view === null
      ? null
      : noteOf(back.before.view, view, back.seconds, back.before.unanswered);
  return {
    /** The page is disconnected, or says so. `unanswered`: the key that waits for its answer. */
    leave: (view: TableView | null, unanswered: Key["key"] | null): void => {
      left ??= { at: now(), view, unanswered: null };
      left.unanswered ??= unanswered;
    },
    /** It is back; null: it was never away, or had seen nothing before. */
    comeBack: (view: TableView | null): AwayNote | null => {
      const [before, at] = [left, now()];
      left = null;
      if (before === null) return null;
      back = { before, at, seconds: Math.max(1, Math.round((at - before.at) / 1_000)) };
      return noteSince(view);
    },
    /** Another view came; null: it is none of those that had waited. */
    catchUp: (view: TableView): AwayNote | null =>
      back !== null && now() - back.at <= CATCH_UP_MS ? noteSince(view) : null,
  };
}

function noteOf(before: TableView, view: TableView, seconds: number, unanswered: Key["key"] | null): AwayNote {
  const known = new Map(before.series.map((one) => [one.round, one.kind]));
  const isNew = ({ round, kind }: SeriesItem): boolean =>
    known.has(round) ? known.get(round) !== kind : round >= before.round || known.size === 0;
  const ended = view.series.filter(isNew);
  const oldest = view.series.at(-1)?.round ?? 0;
  const had = new Set(before.tasks.map(({ id, kind, round }) => `${kind} ${round} ${id}`));
  return {
    seconds,
    ended,
    isMore: ended.length === view.series.length && oldest > before.round,
    tasks: view.tasks.filter(({ id, kind, round }) => !had.has(`${kind} ${round} ${id}`)).length,
    turned: before.open === view.open ? null : view.open ? "opened" : "closed",
    unanswered,
  };
}
