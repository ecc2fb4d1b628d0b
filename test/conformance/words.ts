/**
 * Words that code does not use, with what to write instead: the table "Words that code does not use" of docs/glossary.md is printed
 * from here, and words.test.ts holds the code against it.
 */
export interface BannedWord {
  /** As a word of an identifier, `spoil` in `spoilCode`; with a capital inside, a whole identifier. */
  readonly word: string;
  readonly meaning: string;
  readonly instead: string;
  /** Also a word of plain English, which comments may use. */
  readonly isEnglish?: true;
  /** Identifiers that still have it: fields of states that recordings hold, and what is not renamed yet. The list only shrinks. */
  readonly still?: readonly string[];
}

export const BANNED_WORDS: readonly BannedWord[] = [
  {
    word: "rig",
    meaning: "devices of a table; what a device is set up with; a test's surroundings",
    instead: "`deviceGroup`; `wheelSetup`, `cameraSetup`; `harness`",
  },
  {
    word: "told",
    meaning: "given out, said to a person or by a device",
    instead: "`reported`, `emitted`, `declared`",
    isEnglish: true,
    still: ["told", "toldSinceGap", "isTold", "breachTold"],
  },
  {
    word: "heardAt",
    meaning: "when something was received last",
    instead: "`receivedAt`",
    still: ["heardAt"],
  },
  { word: "wish", meaning: "what a caller asks for", instead: "`options`, `request`" },
  {
    word: "luck",
    meaning: "a seeded source of random numbers",
    instead: "`random`, of type `RandomSource`",
    isEnglish: true,
  },
  { word: "snap", meaning: "a picture made to look like a telephone's", instead: "`photoStyle`" },
  { word: "rub", meaning: "friction between bodies", instead: "`friction`" },
  {
    word: "spoil",
    meaning: "to drop what was half received; to make doubtful",
    instead: "`discard`, `markInvalid`, `disturb`",
    isEnglish: true,
    still: ["spoiled", "certifiedThoughSpoiled"],
  },
  { word: "guarded", meaning: "an exception's text in place of the exception", instead: "`errorTextOf`" },
  {
    word: "unsettled",
    meaning: "of faults: may be active from an earlier session",
    instead: "`faultsToConfirm`",
    still: ["unsettled"],
  },
  {
    word: "strange",
    meaning: "valid and of no known meaning",
    instead: "`unexpected`, `unknown`, `foreign`",
    isEnglish: true,
    still: ["strange", "strangeLines"],
  },
  {
    word: "course",
    meaning: "what a table makes of a throw",
    instead: "`policy`",
    isEnglish: true,
    still: ["course"],
  },
  { word: "cardTable", meaning: "codes and the cards that they mean", instead: "`CardCodeMap`" },
  { word: "lineHole", meaning: "a part of the stream was not received", instead: "`emitGap`, `emitLineGap`" },
  { word: "kernelRoom", meaning: "memory of the kernels", instead: "`KernelMemory`" },
  { word: "quietMs", meaning: "a silence timeout", instead: "`silenceMs`" },
  { word: "quietEnds", meaning: "a silence ends it", instead: "`silenceEnds`" },
  { word: "eyeWord", meaning: "a message of an eye", instead: "`EyeMessage`" },
  { word: "sceneWord", meaning: "an event of the scene", instead: "`SceneEvent`" },
  { word: "shakerWord", meaning: "a state of the shaker", instead: "`ShakerState`" },
  { word: "hostWord", meaning: "a command of the host", instead: "`HostCommand`" },
  { word: "faultWord", meaning: "an observation of a fault", instead: "`FaultObservation`" },
];
