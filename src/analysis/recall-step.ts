import { ROLE_NAMES } from "../people/roles.ts";
import { handName, outcomeLine } from "../table/shoe/texts.ts";
import { fillText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import type { RecallStep, RecallWords } from "./recall-types.ts";
import { recordKindText } from "./events.ts";
import { tellOfBalls } from "./recall-balls.ts";
import {
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  objectsAt,
  outcomeText,
  textAt,
  textsAt,
  type Fields,
} from "./record-fields.ts";

const RECALL = textsOf("recall");
const PHASES: Readonly<Record<string, Text>> = textsOf("pages.phases");
const WORDS = textsOf("pages.words");
const MOVES: Readonly<Record<string, Text>> = textsOf("cards.moves");
const VERDICT_WORDS: Readonly<Record<string, Text>> = {
  corrected: WORDS.verdictCorrected,
  stands: WORDS.verdictStands,
  deviation: WORDS.verdictDeviation,
  "person-decides": WORDS.verdictPerson,
  "void-hand": WORDS.verdictVoidHand,
  "void-cloth": WORDS.verdictVoidCloth,
  "void-next": WORDS.verdictVoidNext,
};
const OUTCOME_WORDS: Readonly<Record<string, Text>> = {
  upheld: WORDS.upheld,
  stands: WORDS.stands,
  void: WORDS.resolveVoid,
  otherwise: WORDS.otherwise,
};

type Said = Pick<RecallStep, "title" | "lines"> & { readonly cards?: RecallStep["cards"] };

/** `isOpened`: the secret of the round's cards was published, and a face that people named may be told. */
export function recallStep(
  fields: Fields,
  words: RecallWords,
  language: Language,
  isOpened: boolean,
): RecallStep {
  const kind = textAt(fields, "kind");
  const said = new Telling(fields, words, language, isOpened).say(kind);
  const title = said.title.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(language));
  const picture = pictureOf(fields);
  return {
    seq: numberAt(fields, "seq") ?? 0,
    at: textAt(fields, "at"),
    kind,
    title,
    lines: said.lines.filter((line) => line !== ""),
    person: personIn(fields, language),
    cards: said.cards ?? [],
    picture: picture === "" ? null : picture,
  };
}

function personIn(fields: Fields, language: Language): string | null {
  const found = [fields["by"], fields["calledBy"], fields["contestedBy"]].find(isFields);
  if (found === undefined) return null;
  const role = textAt(found, "role");
  const roles: Readonly<Record<string, Text>> = ROLE_NAMES;
  return `${textAt(found, "name")} · ${roles[role]?.[language] ?? role}`;
}

/** What is said of one record. */
class Telling {
  readonly #fields: Fields;
  readonly #words: RecallWords;
  readonly #language: Language;
  readonly #isOpened: boolean;

  constructor(fields: Fields, words: RecallWords, language: Language, isOpened: boolean) {
    this.#fields = fields;
    this.#words = words;
    this.#language = language;
    this.#isOpened = isOpened;
  }

  say(kind: string): Said {
    const said = this.#sayOfAll(kind);
    const ofBalls = tellOfBalls(this.#fields, this.#language);
    if (ofBalls === null) return said;
    return { ...said, title: ofBalls.title ?? said.title, lines: [...ofBalls.lines, ...said.lines] };
  }

  #sayOfAll(kind: string): Said {
    const fields = this.#fields;
    switch (kind) {
      case "phase": {
        const phase = textAt(fields, "phase");
        return { title: this.#text(this.#words.calls[phase] ?? PHASES[phase], phase), lines: [] };
      }
      case "result":
        return this.#result();
      case "void":
        return { title: this.#text(WORDS.voided, kind), lines: this.#rules(objectsAt(fields, "reasons")) };
      case "undecided":
        return { title: this.#text(WORDS.undecidedMark, kind), lines: this.#codes(textsAt(fields, "because")) };
      case "aborted":
        return { title: this.#text(WORDS.abortedMark, kind), lines: this.#codes([textAt(fields, "cause")]) };
      case "fault":
      case "fault-cleared":
        return this.#fault(kind);
      case "key":
        return this.#key(fieldsAt(fields, "key"));
      case "deal":
        return this.#deal();
      case "incident":
      case "throw-incident":
        return this.#incident();
      case "shoe":
      case "dice-set":
        return { title: this.#named(RECALL.events, textAt(fields, "event")), lines: [] };
      case "dispute":
        return { title: this.#named(RECALL.keys, kind), lines: [textAt(fields, "words")] };
      case "first-dice":
        return { title: outcomeText(fields) || kind, lines: this.#firstDice() };
      default:
        return { title: this.#text(recordKindText(kind) ?? undefined, kind), lines: [] };
    }
  }

  #text(text: Text | undefined, otherwise: string): string {
    return text?.[this.#language] ?? otherwise;
  }

  #named(texts: object, id: string): string {
    return this.#text((texts as Readonly<Record<string, Text | undefined>>)[id], id);
  }

  #codes(codes: readonly string[]): readonly string[] {
    return codes.map((code) => this.#text(this.#words.codes[code] ?? this.#words.rules[code], code));
  }

  #rules(reasons: readonly Fields[]): readonly string[] {
    return reasons.map((one) => {
      const rule = textAt(one, "rule");
      const cite = textAt(one, "cite");
      return [this.#text(this.#words.rules[rule] ?? this.#words.codes[rule], rule), cite]
        .filter(Boolean)
        .join(" · ");
    });
  }

  #result(): Said {
    const result = fieldsAt(this.#fields, "result");
    const certainty = fieldsAt(this.#fields, "certainty");
    const outcomes = objectsAt(result, "results").map((one) =>
      this.#text(
        outcomeLine({ of: textAt(one, "of"), is: textAt(one, "is") }, this.#words.names),
        textAt(one, "is"),
      ),
    );
    const suertes = textsAt(result, "suertes").map((id) => this.#text(this.#words.suertes[id], id));
    return {
      title: outcomes.length > 0 ? outcomes.join(", ") : outcomeText(result),
      lines: [
        textAt(certainty, "level") === "certified"
          ? this.#text(WORDS.certified, "")
          : this.#text(WORDS.notCertified, ""),
        ...this.#codes(textsAt(certainty, "because")),
        suertes.join(" · "),
        ...this.#rules(objectsAt(this.#fields, "deviations")),
      ],
      cards: objectsAt(result, "cards").map((one) => ({
        hand: this.#text(handName(textAt(one, "hand")), ""),
        faces: listAt(one, "faces").map((face) => (typeof face === "string" ? face : null)),
      })),
    };
  }

  #fault(kind: string): Said {
    const code = textAt(this.#fields, "code");
    const cleared = kind === "fault" ? "" : this.#text(RECALL.words.cleared, "");
    return {
      title: this.#text(this.#words.faults[code], code),
      lines: [cleared, `${textAt(this.#fields, "device")} · ${code}`],
    };
  }

  /** Who was relieved, and how many decisions were left to whoever came. */
  #handOver(): readonly string[] {
    const relieves = fieldsAt(this.#fields, "relieves");
    const name = textAt(relieves, "name");
    const waits = listAt(this.#fields, "waits").length;
    const { relieves: taken, relievesAgreed: given, leftOpen } = RECALL.words;
    const said = relieves["agreed"] === true ? given : taken;
    return [
      name === "" ? "" : fillText(said, { name })[this.#language],
      waits === 0 ? "" : fillText(leftOpen, { count: waits })[this.#language],
    ];
  }

  #key(key: Fields): Said {
    const hand = textAt(key, "hand") || textAt(key, "who");
    const names: Readonly<Record<string, Text | undefined>> = this.#words.names;
    const resolves = fieldsAt(this.#fields, "resolves");
    // A face that one person named may lie face down until the round is collected.
    const face = this.#isOpened ? textAt(key, "face") : "";
    const rule = textAt(key, "rule");
    const taken = textAt(fieldsAt(this.#fields, "takesBack"), "key");
    const lines = [
      taken === "" ? "" : this.#named(RECALL.keys, taken),
      ...(rule === "" ? [] : this.#rules([{ rule, cite: textAt(fieldsAt(this.#fields, "attests"), "cite") }])),
      hand === "" ? "" : this.#text(handName(hand), hand),
      this.#text(names[textAt(key, "move")] ?? MOVES[textAt(key, "move")], ""),
      this.#text(OUTCOME_WORDS[textAt(key, "outcome")], ""),
      textAt(key, "announced") || outcomeText(resolves),
      listAt(key, "faces").join("-"),
      listAt(key, "seats").join(", "),
      face,
      ...this.#handOver(),
    ];
    return { title: this.#named(RECALL.keys, textAt(key, "key")), lines };
  }

  /** A face that nobody has seen is not in the record; one that lies face down is not told even where it is. */
  #deal(): Said {
    const hands = new Map<string, (string | null)[]>();
    for (const card of objectsAt(this.#fields, "cards")) {
      const face = card["up"] === true ? textAt(card, "face") : "";
      const to = textAt(card, "to");
      hands.set(to, [...(hands.get(to) ?? []), face === "" ? null : face]);
    }
    const cards = [...hands].map(([hand, faces]) => ({ hand: this.#text(handName(hand), hand), faces }));
    return { title: this.#named(RECALL.deal, textAt(this.#fields, "what")), lines: [], cards };
  }

  #incident(): Said {
    const [title = ""] = this.#rules([fieldsAt(this.#fields, "reason")]);
    const verdict = textAt(this.#fields, "verdict");
    return { title, lines: [this.#text(VERDICT_WORDS[verdict], verdict)] };
  }

  #firstDice(): readonly string[] {
    const first = textAt(this.#fields, "first");
    return [
      first === "" ? "" : this.#text(handName(first), first),
      ...this.#codes(textsAt(this.#fields, "because")),
    ];
  }
}

/** Hex SHA-256 of the picture that a record names; empty: it names none. */
export function pictureOf(fields: Fields): string {
  const named = textAt(fieldsAt(fields, "result"), "picture") || textAt(fields, "picture");
  const seen = textAt(fieldsAt(fields, "seen"), "picture");
  const hash = named || seen;
  return /^[0-9a-f]{64}$/.test(hash) ? hash : "";
}
