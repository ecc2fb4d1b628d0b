import { isFields, type Fields } from "../load/json.ts";

/** What stands in a record that was read back: any JSON, of any release. Nothing here throws for what it finds. */

export { isFields, type Fields };

/** An object below a record; empty where there is none. */
export function fieldsAt(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** A text; empty where there is none. */
export function textAt(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** A whole number, or null. */
export function numberAt(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** The texts of a list. */
export const textsAt = (fields: Fields, name: string): readonly string[] =>
  listAt(fields, name).filter((one) => typeof one === "string");

/** The objects of a list. */
export const objectsAt = (fields: Fields, name: string): readonly Fields[] =>
  listAt(fields, name).filter(isFields);

export function listAt(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The pocket of a wheel, or the total of a throw; null: it has none. */
export function numberOf(result: Fields): string | null {
  const pocket = textAt(result, "pocket");
  if (pocket !== "") return pocket;
  const total = numberAt(result, "total");
  return total === null ? null : String(total);
}

/** A result for lists: `17`, `1-2-4 = 7`, `punto wins`; empty for none. */
export function outcomeText(result: Fields): string {
  const pocket = textAt(result, "pocket");
  if (pocket !== "") return pocket;
  const faces = listAt(result, "faces").join("-");
  if (faces !== "") {
    const total = numberAt(result, "total");
    return total === null ? faces : `${faces} = ${total}`;
  }
  const order = listAt(result, "order");
  if (order.length > 0)
    return [...wonText(result, "line"), ...wonText(result, "bingo"), `${order.length} balls`].join(", ");
  return objectsAt(result, "results")
    .map((one) => `${textAt(one, "of")} ${textAt(one, "is")}`)
    .join(", ");
}

/** `line A 12`, of each card that won it. */
const wonText = (result: Fields, claim: "line" | "bingo"): readonly string[] =>
  objectsAt(result, claim).map((one) => `${claim} ${textAt(one, "series")} ${numberAt(one, "card") ?? "?"}`);
