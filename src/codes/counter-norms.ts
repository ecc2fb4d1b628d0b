/** What is normal of a counter since a unit's start: at most so many, or so many in a hundred of another counter. */
export type CounterNorm =
  | { readonly most: number }
  /** Per cent. */
  | { readonly most: number; readonly of: string };

/**
 * Counters that say when something is wrong, by their names on the technician's page. The others only count: how many bytes came says
 * nothing of a table.
 */
export const COUNTER_NORMS = {
  portLosses: { most: 3 },
  // One is usual: the time comes over the network after the start.
  clockSteps: { most: 1 },
  screensRefused: { most: 0 },
  screensDropped: { most: 10 },
  viewsRefusedAsOld: { most: 0 },
  messagesIgnored: { most: 0 },
  messagesMalformed: { most: 0 },
  signInsRefused: { most: 20 },
  pressesRefused: { most: 10, of: "presses" },
  // A line that begins in its midst is damaged each time a cable is plugged in.
  "wheel damaged lines": { most: 5 },
  "board damaged lines": { most: 5 },
  "board missed lines": { most: 5 },
  "board strange lines": { most: 0 },
  "board resets": { most: 0 },
  "board edges lost": { most: 0 },
  "board refusals": { most: 0 },
  "board damaged host lines": { most: 5 },
  "shoe cards unread": { most: 1, of: "shoe cards" },
  "shoe damaged messages": { most: 5 },
  "shoe missed messages": { most: 5 },
  "shoe strange messages": { most: 0 },
  "shoe restarts": { most: 0 },
  "shoe reports dropped": { most: 0 },
  "shoe refusals": { most: 0 },
  unread: { most: 1, of: "cards" },
  unknown: { most: 0 },
  damaged: { most: 5 },
  "encoder errors": { most: 0 },
  connectionsRefused: { most: 0 },
  requestsRefused: { most: 0 },
  ordersRefused: { most: 0 },
} satisfies Readonly<Record<string, CounterNorm>>;

/** What is normal of this counter; null: it only counts. */
export const normOf = (name: string): CounterNorm | null =>
  Object.hasOwn(COUNTER_NORMS, name) ? COUNTER_NORMS[name as keyof typeof COUNTER_NORMS] : null;

/** Whether a counter is as it should be; null: it only counts. */
export function isNormal(name: string, counters: Readonly<Record<string, number>>): boolean | null {
  const norm = normOf(name);
  const value = counters[name];
  if (norm === null || value === undefined) return null;
  return "of" in norm ? value * 100 <= norm.most * (counters[norm.of] ?? 0) : value <= norm.most;
}
