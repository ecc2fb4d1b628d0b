import { hex, hexOf } from "../../link/fields.ts";

/**
 * One field of an eye's line. `write` throws a RangeError on a value beyond the field, which is a programming error; `read`
 * gives undefined for a text that stands for no value.
 */
export interface Field<Value> {
  write(value: Value): string;
  read(text: string): Value | undefined;
}

/** The fields of a message by name, in the order of the line. */
export type Shape<Message> = { readonly [Name in keyof Message]: Field<Message[Name]> };

export function writeFields<Message extends object>(shape: Shape<Message>, message: Message): string[] {
  return (Object.keys(shape) as (keyof Message)[]).map((name) => shape[name].write(message[name]));
}

/** Null when a text stands for no value, or there are more or fewer texts than fields. */
export function readFields<Message>(shape: Shape<Message>, texts: readonly string[]): Message | null {
  const fields = Object.entries<Field<unknown>>(shape);
  if (texts.length !== fields.length) return null;
  const values = fields.map(([name, field], at) => [name, field.read(texts[at] ?? "")] as const);
  return values.some(([, value]) => value === undefined) ? null : (Object.fromEntries(values) as Message);
}

/** A whole number of this many hex digits. */
export const hexField = (digits: number): Field<number> => ({
  write: (value) => {
    if (!Number.isInteger(value) || value < 0 || value >= 16 ** digits)
      throw new RangeError(`${value} does not fit ${digits} hex digits`);
    return hex(value, digits);
  },
  read: (text) => {
    const value = hexOf(text, digits);
    return value < 0 ? undefined : value;
  },
});

/** A whole number of this many hex digits, made to fit before it is written. */
export const fittedField = (digits: number, fit: (value: number) => number): Field<number> => ({
  ...hexField(digits),
  write: (value) => hexField(digits).write(fit(value)),
});

/** A decimal number, written in one way only; its limits are checked elsewhere. */
export const decimalField = (pattern: RegExp): Field<number> => ({
  write: String,
  read: (text) => (pattern.test(text) ? Number(text) : undefined),
});

export const textField = (pattern: RegExp): Field<string> => ({
  write: (value) => {
    if (!pattern.test(value)) throw new RangeError(`no such text: ${value}`);
    return value;
  },
  read: (text) => (pattern.test(text) ? text : undefined),
});

/** One value of a table, by its code. */
export const codeField = <Value>(table: Readonly<Record<string, Value>>): Field<Value> => ({
  write: (value) => {
    const found = Object.entries(table).find(([, one]) => one === value);
    if (found === undefined) throw new RangeError(`no code for "${String(value)}"`);
    return found[0];
  },
  read: (code) => (Object.hasOwn(table, code) ? table[code] : undefined),
});

export const FLAG = codeField({ "0": false, "1": true });

/** One name of a list, by its place in it. */
export const placeField = <Name>(names: readonly Name[], digits: number): Field<Name> => ({
  write: (name) => hexField(digits).write(names.indexOf(name)),
  read: (text) => names[hexOf(text, digits)],
});

/** Some names of a list, as the bits of four hex digits: the first name is bit 0. */
export const bitsField = <Name>(names: readonly Name[]): Field<readonly Name[]> => ({
  write: (set) =>
    hex(
      names.reduce((bits, name, at) => (set.includes(name) ? bits | (1 << at) : bits), 0),
      4,
    ),
  read: (text) => {
    const bits = hexOf(text, 4);
    if (bits < 0 || bits >= 1 << names.length) return undefined;
    return names.filter((_, at) => (bits & (1 << at)) !== 0);
  },
});

/** A field that may hold nothing, which is `sign` on the line. */
export const orNull = <Value>(field: Field<Value>, sign = "-"): Field<Value | null> => ({
  write: (value) => (value === null ? sign : field.write(value)),
  read: (text) => (text === sign ? null : field.read(text)),
});

/** A list with this sign between its items; `-` when it is empty. */
export const listField = <Item>(item: Field<Item>, separator: string): Field<readonly Item[]> => ({
  write: (items) => (items.length === 0 ? "-" : items.map((one) => item.write(one)).join(separator)),
  read: (text) => {
    const items = text === "-" ? [] : text.split(separator).map((one) => item.read(one));
    return items.some((one) => one === undefined) ? undefined : (items as readonly Item[]);
  },
});
