/**
 * What only some families show, and every table sends to its screens: null, where a family has not put its own. A family that is added
 * later has its fields absent at other tables.
 */
export const ABSENT_PARTS = {
  view: { wheel: null, dice: null, cards: null },
  item: { pocket: null, outcome: null, called: null, dice: null, label: null, colour: null, bank: null },
};
