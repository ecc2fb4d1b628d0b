/**
 * The keys that people press at the table. Every press is an input of the core, recorded before it acts,
 * and a signed record of its own when it changes anything.
 */
export type Key =
  /** jefe de mesa: the void that the machine judged or proposed is called. `rule` names the proposed cause. */
  | { readonly key: "confirm-void"; readonly round: number; readonly rule: string }
  /** jefe de mesa: a void that the machine cannot see, with its reason from the pack. */
  | { readonly key: "void"; readonly round: number; readonly rule: string }
  /** Whoever the catalogue names: an incident that does not void the spin, with its rule from the pack. */
  | { readonly key: "declare"; readonly round: number; readonly rule: string }
  /** Seen and dealt with: a fault, a deviation, an aborted round; an undecided one only by the jefe de mesa. */
  | { readonly key: "acknowledge"; readonly what: string }
  /** croupier: no va más was called while the ball runs; bets that the machine still holds open are closed. */
  | { readonly key: "no-more-bets" }
  /** jefe de mesa. */
  | { readonly key: "open-table" }
  | { readonly key: "close-table" }
  /** croupier, on instruction: the forward notice that the final three spins follow. */
  | { readonly key: "last-three-spins" };

/** Which roles may press which key. */
export const KEY_ROLES = {
  "confirm-void": ["jefe-de-mesa"],
  void: ["jefe-de-mesa"],
  declare: ["croupier", "jefe-de-mesa", "inspector"],
  acknowledge: ["croupier", "jefe-de-mesa"],
  "no-more-bets": ["croupier", "jefe-de-mesa"],
  "open-table": ["jefe-de-mesa"],
  "close-table": ["jefe-de-mesa"],
  "last-three-spins": ["croupier", "jefe-de-mesa"],
} as const;
