/**
 * Steps of dice packs that the table itself follows, by their id. A pack names them in `then` like any other step.
 */

/** The law orders a change of the dice before the next throw; key `change-dice` does it. */
export const CHANGE_STEPS: readonly string[] = ["change-terna", "new-set"];

/** The shooter takes other dice, also while a point stands. */
export const OTHER_DICE_STEPS: readonly string[] = [
  ...["offer-remaining-dice", "replace-broken-die", "choose-new-pair"],
  ...CHANGE_STEPS,
];

/** The throw is valid, and bets that do not win are left where they are (Cantabria A.9.V.2). */
export const NO_LOSERS_STEP = "leave-the-others";
