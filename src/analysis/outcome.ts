import { listAt, numberAt, objectsAt, textAt, type Fields } from "./record-fields.ts";

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
  return objectsAt(result, "results")
    .map((one) => `${textAt(one, "of")} ${textAt(one, "is")}`)
    .join(", ");
}
