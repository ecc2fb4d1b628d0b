/** What a person says about keys of tables is signed here, with the key of the certificate that the browser shows (`src/floor/signed-act.ts`). */
import { h } from "preact";
import type { Language } from "../../../../../src/text/language.ts";
import { ask, send } from "./ask.ts";
import { askPerson } from "./dialog.ts";
import { openKeyFile, type SigningKey } from "./key-file.ts";
import { refusal, word } from "./words.ts";

/** As the server's own prefix. */
const PREFIX = "tirada-act/v1\n";

/** What is said, besides when: its names in the order in which canonical JSON has them. */
export type SaidContent = Readonly<Record<string, string | number | null>>;

/** Of this page, until it is left. */
let known: SigningKey | null = null;

/** Signs a text with the person's key; base64 of 64 bytes. */
type Sign = (text: string) => Promise<string>;

/** Lets something be signed: asks for the file of the key where this page has not been given it. What `then` answers says why it was not taken. */
export async function signAnd(
  language: Language,
  then: (sign: Sign) => Promise<string | null>,
): Promise<string | null> {
  const me = await ask<{ readonly key: string }>("/me");
  if (me === null) return refusal("away", language);
  const signed = (): Promise<string | null> =>
    known === null ? Promise.resolve(refusal("unsigned", language)) : then(signWith(known));
  if (known?.print === me.key) return signed();
  askKey(me.key, language, signed);
  // Where this question stood the next one stands now.
  return null;
}

const signWith =
  ({ key }: SigningKey): Sign =>
  async (text) => {
    const bytes = new TextEncoder().encode(text);
    const sig = new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, bytes));
    return btoa(String.fromCharCode(...sig));
  };

/** JSON as it is signed: names in their order. */
export const sortedJson = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** Signs and sends what somebody says. `now`: the floor's clock, ms since 1970. */
export const sendSigned = (
  path: string,
  body: object,
  content: SaidContent,
  now: () => number,
  language: Language,
): Promise<string | null> =>
  signAnd(language, async (sign) => {
    const said = sortedJson({ ...content, at: Math.round(now()), v: 1 });
    const why = await send(path, { ...body, said, sig: await sign(PREFIX + said) });
    return why === null ? null : refusal(why, language);
  });

/** Asks for the file that the browser has the person's certificate from, and its password. */
function askKey(print: string, language: Language, then: () => Promise<string | null>): void {
  const file = h("input", { type: "file", id: "key-file", required: true, accept: ".p12,.pfx,.pem" });
  const password = h("input", { type: "password", name: "password", autocomplete: "off" });
  askPerson({
    title: word("sign", language),
    content: [
      h("p", null, word("sign-means", language)),
      h("p", null, h("label", null, word("sign-file", language), file)),
      h("p", null, h("label", null, word("sign-password", language), password)),
    ],
    yes: word("sign-do", language),
    no: word("leave", language),
    act: async ({ password: given = "" }) => {
      const input = document.getElementById("key-file");
      const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      const opened =
        chosen === undefined ? null : await openKeyFile(new Uint8Array(await chosen.arrayBuffer()), given);
      if (opened === null) return word("sign-unread", language);
      if (opened.print !== print) return word("sign-other", language);
      known = opened;
      return then();
    },
  });
}
