/** The clock of this page: the only one of its files that asks the browser for time, or waits. All in ms. */

/** Since the page was opened; it never goes back. */
export const nowMs = (): number => performance.now();

export function every(ms: number, act: () => void): void {
  setInterval(act, ms);
}

export function after(ms: number, act: () => void): void {
  setTimeout(act, ms);
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));
