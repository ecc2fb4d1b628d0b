/**
 * A two-character number field as Cammegh wheels send it: right-justified, blank-padded, `00` for double zero.
 * Returns the pocket's name (`"0"`, `"00"`, `"17"`) or null when the rotor has no such pocket.
 *
 * `pockets` is 37 or 38. Rotors with 39 or 40 pockets exist (codes 38 and 39), but no catalogue has such a game.
 */
export function pocketOf(field: string, pockets: number): string | null {
  if (field === "00") return pockets >= 38 ? "00" : null;
  if (!/^( \d|[1-9]\d)$/.test(field)) return null;
  const number = Number(field);
  return number <= 36 ? String(number) : null;
}
