/**
 * Keys of two people at one page: the second one gives name and PIN in the question itself, and whoever is signed in stays so. A card or
 * dice that were not read are named a second time, without seeing what the first named; a post is handed over.
 */
import { h, type JSX } from "preact";
import type { Face } from "../../../../src/cards/card.ts";
import { facesOf } from "../../../../src/dice/faces.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import type { Person } from "../../../../src/people/roles.ts";
import { answerRow, yesButton } from "./buttons.ts";
import { ballPicker } from "./ball-picker.ts";
import { isBallTable, isCardTable, isDiceTable, rolesFor, type KeyOf, type QuestionBox } from "./desk.ts";
import { dicePicks } from "./dice-dialogs.ts";
import { digitsTyped, dotsOf } from "./digits.ts";
import { facePicker, pickedFace, type PickedFace } from "./face-picker.ts";
import { iconSign } from "../icons.ts";
import { wordIn, type Language } from "../i18n.ts";
import { knownPeople } from "./people.ts";
import { LONGEST_PIN, nameKey, SHORTEST_PIN } from "./sign-in.ts";

/** The keys that two people press, and the one by which a post is handed over. */
export type BesideKey = NamedKey | KeyOf<"take-over">;
/** What two people name. */
type NamedKey = KeyOf<"card-is"> | KeyOf<"dice-are"> | KeyOf<"ball-is">;

interface Asked {
  readonly key: BesideKey;
  /** The round that it is about; null: none. */
  readonly about: number | null;
  readonly title: string;
  /** What is to be known before it is answered. */
  readonly means: readonly (JSX.Element | null)[];
  readonly yes: string;
}

export function secondPersonDialogs(box: QuestionBox) {
  const { wordHere } = box;
  let asked: Asked | null = null;
  let who: string | null = null;
  let picked: PickedFace = {};
  let faces: readonly string[] = [];
  let number: number | null = null;
  let refused: string | null = null;
  /** The first name stands in the view: it may come after the answer to the key. */
  let isNamed = false;

  const redraw = (): void => {
    if (asked !== null) draw(asked);
  };
  const pin = digitsTyped({
    place: () => document.querySelector("dialog[open] .second"),
    longest: LONGEST_PIN,
    redraw,
    enter: () => send(),
  });

  /** The others who may press it. */
  const others = (key: BesideKey): readonly Person[] => {
    const { view, person } = box.desk();
    const roles = rolesFor(view, key.key);
    const isOfPost = (one: Person): boolean => key.key !== "take-over" || one.role === person?.role;
    return knownPeople().filter(
      (one) => one.name !== person?.name && roles.includes(one.role) && isOfPost(one),
    );
  };

  /** The key as it was answered; null: something is missing. */
  const answered = ({ key }: Asked): BesideKey | null => {
    if (key.key === "take-over") return key;
    if (key.key === "card-is") {
      const face: Face | null = pickedFace(picked);
      return face === null ? null : { ...key, face };
    }
    if (key.key === "ball-is") return number === null ? null : { ...key, number };
    const { view } = box.desk();
    if (!isDiceTable(view)) return null;
    const sorted = facesOf(view.dice.faces).flatMap((face) =>
      faces.filter((one) => one === face).map(() => face),
    );
    return sorted.length === view.dice.dice ? { ...key, faces: sorted } : null;
  };

  const send = (): void => {
    if (asked === null || who === null || pin.typed().length < SHORTEST_PIN) return;
    const key = answered(asked);
    if (key === null) return;
    box.pressBeside(key, { name: who, pin: pin.take() }, (why) => {
      if (why === null) return close();
      refused = why;
      redraw();
    });
  };
  const close = (): void => {
    forget();
    box.close();
  };
  const forget = (): void => {
    [asked, who, picked, faces, number, refused, isNamed] = [null, null, {}, [], null, null, false];
    pin.wipe();
  };

  /** What the second person names: he looks himself, so nothing of the first name is there. */
  const picks = ({ key }: Asked): JSX.Element | null => {
    const { view, language } = box.desk();
    if (key.key === "card-is" && isCardTable(view))
      return facePicker(view, language, picked, (next) => {
        picked = next;
        redraw();
      });
    if (key.key === "ball-is" && isBallTable(view))
      return ballPicker(
        view.balls.count,
        number,
        () => false,
        (next) => {
          number = next;
          redraw();
        },
      );
    if (key.key !== "dice-are" || !isDiceTable(view)) return null;
    const { rows } = dicePicks(view.dice, language, faces, (next) => {
      faces = next;
      redraw();
    });
    return h("div", null, ...rows);
  };

  const draw = (now: Asked): void => {
    const { language, waiting } = box.desk();
    const pick = (name: string | null): void => {
      [who, refused] = [name, null];
      pin.wipe();
      redraw();
    };
    const people = others(now.key);
    const names = people.map((one) =>
      h(
        "li",
        null,
        nameKey(one, language, true, () => pick(one.name)),
      ),
    );
    const isReady = who !== null && pin.typed().length >= SHORTEST_PIN && answered(now) !== null;
    const trouble =
      refused === null ? null : h("p", { class: "wrong", role: "alert" }, iconSign("cross"), refused);
    const chosen =
      who === null
        ? h(
            "div",
            null,
            people.length === 0
              ? h("p", { class: "means" }, wordHere("nobodyElse"))
              : h("ul", { class: "names" }, ...names),
          )
        : h(
            "div",
            { class: "second-pin" },
            h("p", null, `${who} · ${wordHere("yourPin")}`),
            dotsOf(pin.typed().length),
            pin.pad(language, !waiting, h("span", null)),
          );
    const yes = yesButton({ look: "go", name: now.yes, onClick: send }, !isReady || waiting);
    const back = (): void => (who === null || people.length === 1 ? close() : pick(null));
    box.open(
      now.about,
      now.title,
      ...(who === null ? now.means : []),
      trouble,
      h(
        "div",
        { class: `second${now.key.key === "take-over" || who === null ? "" : " wide"}` },
        chosen,
        who === null ? null : picks(now),
      ),
      who === null ? answerRow(box, back) : answerRow(box, back, yes),
    );
  };

  const ask = (next: Asked): void => {
    forget();
    asked = next;
    // Where only one may be it, nobody is asked who.
    const [only, another] = others(next.key);
    if (only !== undefined && another === undefined && next.key.key !== "take-over") who = only.name;
    draw(next);
  };

  /** The second name came from elsewhere, or none is wanted any more. */
  const viewChanged = (view: TableView): void => {
    if (asked === null || asked.key.key === "take-over") return;
    const { key } = asked;
    const { person } = box.desk();
    const named = namedIn(view, key);
    const isNow = named != null && named.by === person?.name;
    if (isNamed && !isNow) close();
    else isNamed = isNow;
  };

  return {
    viewChanged,
    /** The second name of a card or of dice that were not read. */
    nameAgain: (key: NamedKey): void =>
      ask({
        key,
        about: key.round,
        title: titleOf(key, box.desk().language),
        means: [h("p", { class: "means" }, wordHere("secondMeans"))],
        yes: wordHere("send"),
      }),
    /** A post is handed over; `means`: who has it, and what is left open. */
    handOver: (title: string, means: readonly (JSX.Element | null)[]): void =>
      ask({ key: { key: "take-over" }, about: null, title, means, yes: wordHere("takeOver") }),
  };
}

/** Who has named it first; nothing: nobody has. */
function namedIn(view: TableView, key: NamedKey): { readonly by: string | null } | null | undefined {
  if (key.key === "card-is") return view.cards?.named?.find(({ n }) => n === key.n);
  return key.key === "ball-is" ? (view.balls?.named ?? null) : view.dice?.named;
}

const TITLES = { "card-is": "secondCard", "dice-are": "secondDice", "ball-is": "secondBall" } as const;
const titleOf = ({ key }: NamedKey, language: Language): string => wordIn(TITLES[key], language);
