/** A person at the table takes so many times as long as the simulator, in which a card leaves every 140 ms. */
export const PACE = 7;
