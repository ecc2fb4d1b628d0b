/**
 * What a device reported, in the words by which steps of an acceptance ask for it: the name of an observation, and one word more where it says which: `fault
 * port-gone`, `stage ready`, `rest readable`. None of them holds a face or a number.
 */
export interface SeenWord {
  readonly word: string;
  /** What the device gives for the person's own reading to be held against: a pocket, a card, the faces of a throw. Absent: nothing. */
  readonly value?: string;
}

type Observed = Readonly<Record<string, unknown>> & { readonly o: string };

/** What tells one observation from another of the same name. */
const TELLING: Readonly<Record<string, string>> = {
  fault: "code",
  "fault-cleared": "code",
  doubt: "code",
  stage: "stage",
  gap: "why",
  arena: "state",
  shake: "stage",
  cup: "stage",
  cage: "stage",
  contradiction: "what",
  aborted: "cause",
  warning: "code",
  "card-unread": "why",
  "face-up": "where",
  "cut-card": "where",
  jam: "where",
  disturbed: "what",
  "foreign-contact": "what",
  "ball-suspended": "now",
  "ball-direction": "sense",
  "launch-failed": "cause",
  "rotor-irregular": "what",
};

/** The word of an observation. */
export function wordOf(seen: { readonly o: string }): SeenWord {
  const observed = seen as Observed;
  const { o } = observed;
  if (o === "lid" || o === "dome") return { word: `${o} ${isOpen(observed) ? "open" : "closed"}` };
  if (o === "number") return { word: o, value: String(observed["pocket"]) };
  if (o === "card") return { word: o, value: String((observed["card"] as { readonly face: unknown }).face) };
  if (o === "ball") return ballWord(observed);
  if (o === "rest") return restWord(observed);
  if (o === "witness") return witnessWord(observed);
  if (o === "press") return { word: `press ${String(observed["button"])}` };
  const telling = TELLING[o];
  const more = telling === undefined ? undefined : observed[telling];
  return { word: typeof more === "string" ? `${o} ${more}` : o };
}

const isOpen = ({ open, closed }: Observed): boolean => open === true || closed === false;

const ballWord = ({ number, why }: Observed): SeenWord =>
  typeof number === "number" ? { word: "ball", value: String(number) } : { word: `ball-unread ${String(why)}` };

/** Faces in an order that people need not keep. */
const sortedFaces = (faces: readonly unknown[]): string => faces.map(String).toSorted().join(" ");

function restWord({ read }: Observed): SeenWord {
  const { verdict, dice, rolledMs } = read as {
    readonly rolledMs: number | null;
    readonly verdict: string;
    readonly dice: readonly { readonly face: unknown }[];
  };
  // Nobody saw how they came to lie there.
  if (rolledMs === null) return { word: "rest unbegun" };
  const word = `rest ${verdict}`;
  return verdict === "readable" ? { word, value: sortedFaces(dice.map(({ face }) => face)) } : { word };
}

function witnessWord({ faces }: Observed): SeenWord {
  return Array.isArray(faces) ? { word: "witness faces", value: sortedFaces(faces) } : { word: "witness none" };
}

/** Whether a word is what a step names: the very word, or one that goes on from it. */
export const isWord = (word: string, named: string): boolean => word === named || word.startsWith(`${named} `);

/** What a person says, in the order in which it is held against what a device gave. */
export const saidValue = (text: string): string => text.trim().toLowerCase().split(/\s+/).toSorted().join(" ");
export const givenValue = (value: string): string => saidValue(value);
