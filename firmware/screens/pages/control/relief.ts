/** Who works here since when, and the relief: whoever comes takes the post, or is given it. */
import { h, type JSX } from "preact";
import type { Role } from "../../../../src/people/roles.ts";
import { answerRow, yesButton } from "./buttons.ts";
import { openDecisions } from "./decisions.ts";
import { isShown, rolesFor, type Desk, type QuestionBox, type ShownDesk } from "./desk.ts";
import { knownPeople } from "./people.ts";
import type { secondPersonDialogs } from "./second-person.ts";
import { roleName, sentenceOf, wordIn } from "../i18n.ts";
import { hourText } from "../table-hours.ts";

/** The posts of this table: craps has a stickman, where somebody is one. */
const postsAt = ({ view }: ShownDesk): readonly Role[] =>
  rolesFor(view, "take-over").filter(
    (role) =>
      role !== "stickman" || (view.dice?.puck != null && knownPeople().some((one) => one.role === role)),
  );

/** `desde 21:04`, by the clocks where the table stands. */
const sinceText = (since: string, { language }: ShownDesk): string =>
  `${wordIn("since", language)} ${hourText(since, language, "minute")}`;

/** A post, who has it, and since when. */
function postLine(desk: ShownDesk, role: Role): JSX.Element {
  const { view, language } = desk;
  const has = view.staff?.find((one) => one.role === role);
  const [name, since] =
    has === undefined ? [wordIn("nobody", language), null] : [has.name, sinceText(has.since, desk)];
  return h(
    "span",
    { class: has === undefined ? "post nobody" : "post", "data-post": role },
    `${sentenceOf(roleName(role, language), language)} `,
    h("b", null, name),
    since === null ? null : ` ${since}`,
  );
}

/** The key of the relief, on which it stands who works here. */
export function postsKey(desk: Desk): JSX.Element | null {
  if (!isShown(desk) || !desk.fresh || desk.person === null) return null;
  return h(
    "button",
    { id: "posts", class: "plain", onClick: () => desk.dialog.relieve() },
    h("strong", null, wordIn("relief", desk.language)),
    h("span", null, ...postsAt(desk).map((role) => postLine(desk, role))),
  );
}

export function reliefDialogs(box: QuestionBox, second: ReturnType<typeof secondPersonDialogs>) {
  /** The list of who works here, and the decisions that whoever comes finds open. */
  const relieve = (): void => {
    const desk = box.desk();
    const { person, view, language } = desk;
    const posts = h(
      "ul",
      { class: "posts" },
      ...postsAt(desk).map((role) => h("li", null, postLine(desk, role))),
    );
    const left = openDecisions(desk);
    const title = wordIn("relief", language);
    const isOfPost = person !== null && rolesFor(view, "take-over").includes(person.role);
    const has = view.staff?.find((one) => one.role === person?.role);
    const means = [posts, left];
    if (!isOfPost) return box.open(null, title, ...means, answerRow(box, box.close));
    // Whoever has the post hands it over to the next one, who signs for it here.
    if (has?.name === person.name)
      return second.handOver(title, [...means, h("p", { class: "means" }, wordIn("whoComes", language))]);
    const take = yesButton({
      look: "go",
      name: `${wordIn("takeOver", language)}: ${person.name}`,
      onClick: () => box.pressAndClose({ key: "take-over" }),
    });
    box.open(null, title, ...means, answerRow(box, box.close, take));
  };
  return { relieve };
}
