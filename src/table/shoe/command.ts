/** How the cards leave a device. */
export type ShoeMode = "one-by-one" | "packets" | "continuous" | "sort";

/** What the table may want of a card device. None of them tells a face, and none asks for one. */
export type ShoeCommand =
  | { readonly c: "self-test" }
  /** A person acknowledged the warning of this code, as its observation named it. */
  | { readonly c: "acknowledge"; readonly code: string }
  | { readonly c: "exit"; readonly locked: boolean }
  /** 1 to 52 cards at once. */
  | { readonly c: "packet"; readonly cards: number }
  | { readonly c: "mode"; readonly mode: ShoeMode };
