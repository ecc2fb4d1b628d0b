/** Questions by which somebody says what the law knows: a void by its reason, an incident. Reason, whose hand or card, and yes. */
import { h, type JSX } from "preact";
import { answerRow, pickButton, pickRow, yesButton } from "./buttons.ts";
import type { cardDialogs } from "./card-dialogs.ts";
import { voidsFor, type QuestionBox, type ReasonView } from "./desk.ts";
import { kindName, reasonGroups, type SeenKind } from "./reason-groups.ts";
import { joinParts, sentenceIn } from "../i18n.ts";

/** So many are seen at once; of more one group at a time. */
const REASONS_AT_ONCE = 12;

/** What a list of reasons is for. */
interface Choice {
  /** The round. */
  readonly about: number;
  readonly key: "void" | "declare";
  readonly reasons: readonly ReasonView[];
  readonly title: string;
  readonly sure: string;
  readonly yes: string;
  readonly look: string;
}

export function reasonDialogs(box: QuestionBox, cards: ReturnType<typeof cardDialogs>) {
  const { desk: getDesk, open, close, pressAndClose, wordHere, roundText } = box;

  /** Whether a rule is about one hand of a card table. */
  const asksHand = (rule: string) => getDesk().view.incidents.some((one) => one.rule === rule && one.asksHand);

  /** Whether a rule is about one card that has to be named. */
  const asksCard = (rule: string) =>
    getDesk().view.incidents.some((one) => one.rule === rule && one.asksCard === true);

  /** The second step: this reason, for this spin, yes or no; before it whose hand it is, where the rule asks for one. */
  const confirmRule = (
    choice: Choice,
    rule: string,
    group: SeenKind | null,
    hand?: string,
    card?: number,
  ): void => {
    const { about, key, reasons, sure, yes, look } = choice;
    const { language, view } = getDesk();
    const reason = reasons.find((each) => each.rule === rule);
    const leave = () => chooseRule(choice, group);
    if (hand === undefined && reason !== undefined && asksHand(rule))
      return cards.chooseHand(about, reason, (whose) => confirmRule(choice, rule, group, whose), leave);
    if (card === undefined && reason !== undefined && asksCard(rule))
      return cards.chooseCard(about, reason, (n) => confirmRule(choice, rule, group, hand, n), leave);
    const whose = view.cards?.hands.find((one) => one.id === hand);
    const named = { ...(hand === undefined ? {} : { hand }), ...(card === undefined ? {} : { card }) };
    const onClick = () => pressAndClose({ key, round: about, rule, ...named });
    open(
      about,
      sure,
      h(
        "p",
        { class: "about" },
        joinParts(roundText(about), whose === undefined ? null : sentenceIn(whose.name, language)),
      ),
      h(
        "p",
        { class: "reason" },
        reason?.short == null ? null : h("strong", null, reason.short[language]),
        h("span", null, reason === undefined ? rule : sentenceIn(reason.text, language)),
        h("small", null, reason?.cite ?? ""),
      ),
      answerRow(box, leave, yesButton({ look, name: yes, icon: key === "void" ? "void" : null, onClick })),
    );
  };

  /** The first step: the reason, by what was seen, the likely ones first. */
  const chooseRule = (choice: Choice, chosen: SeenKind | null = null): void => {
    const { about, reasons, title } = choice;
    const { language, view } = getDesk();
    const groups = reasonGroups(view, about, reasons);
    const isMany = reasons.length > REASONS_AT_ONCE;
    const shown = isMany ? [groups.find(({ kind }) => kind === chosen) ?? groups[0]] : groups;
    const shownKind = isMany ? (shown[0]?.kind ?? null) : null;
    const item = ({ rule, short, text, cite }: ReasonView, kind: SeenKind): JSX.Element =>
      h(
        "li",
        null,
        h(
          "button",
          { class: "plain", "data-rule": rule, onClick: () => confirmRule(choice, rule, shownKind) },
          h(
            "span",
            null,
            short == null ? null : h("strong", null, short[language]),
            h("span", { class: "law" }, sentenceIn(text, language)),
            h("small", null, joinParts(isMany ? null : kindName(kind, language), cite)),
          ),
        ),
      );
    const tabs = groups.map(({ kind, reasons: ofKind }) =>
      pickButton(
        { "data-seen": kind },
        kind === shownKind,
        () => chooseRule(choice, kind),
        `${kindName(kind, language)} · ${ofKind.length}`,
      ),
    );
    open(
      about,
      `${title} · ${roundText(about)}`,
      isMany && groups.length > 1 ? pickRow(" seen-kinds", ...tabs) : null,
      h(
        "ul",
        { class: "reasons many" },
        ...shown.flatMap((group) => (group?.reasons ?? []).map((one) => item(one, group?.kind ?? "people"))),
      ),
      answerRow(box, close),
    );
  };

  return {
    chooseVoid: (about: number): void => {
      const { view, language } = getDesk();
      chooseRule({
        about,
        key: "void",
        reasons: voidsFor(getDesk()),
        title: wordHere("chooseReason"),
        sure: wordHere("sureVoid"),
        yes: `${wordHere("yes")}: ${view.voidName?.[language] ?? wordHere("voided")}`,
        look: "danger",
      });
    },
    /** An incident that does not void the spin. */
    chooseIncident: (about: number, reasons: readonly ReasonView[]): void =>
      chooseRule({
        about,
        key: "declare",
        reasons,
        title: wordHere("chooseIncident"),
        sure: wordHere("sureIncident"),
        yes: wordHere("yes"),
        look: "go",
      }),
  };
}
