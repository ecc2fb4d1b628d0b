import type { Asking } from "../../care/first-setup/asking.ts";
import { usageProblem } from "../../problem.ts";
import { casinoOf, fingerprintOf, readCasino, type Casino } from "./answers.ts";
import { joinText } from "./texts.ts";
import { nameOf } from "./unit-credentials.ts";

/** Asks at a terminal what a casino gives to its tables: its file, or its parts. Rejects with a Problem when it is not the right one. */
export async function askCasino(asking: Asking): Promise<Casino> {
  const text = joinText(asking.language);
  const file = await asking.put("join-casino");
  const casino = file === "" ? casinoOf(await askParts(asking)) : readCasino(file);
  const { authority, fingerprint } = casino;
  // Whoever gave the fingerprint in the file compared it there.
  if (fingerprint !== undefined) return casino;
  asking.say(text.says("authority", { name: nameOf(authority), fingerprint: fingerprintOf(authority) }));
  if (!(await asking.yesNo("join-right", null))) throw usageProblem(text.refuse("not-right"));
  return casino;
}

async function askParts(asking: Asking): Promise<Readonly<Record<string, unknown>>> {
  const authority = await asking.keyed("join-authority");
  const revoked = await asking.keyed("join-revoked");
  const relay = await asking.put("join-relay");
  const key = relay === "" ? "" : await asking.put("join-relay-key");
  const witness = await asking.put("witness");
  const signs = witness === "" ? "" : await asking.put("witness-key");
  const ca = witness === "" ? "" : await asking.keyed("witness-ca");
  const image = await asking.keyed("join-image");
  const director = image === "" ? "" : await asking.keyed("join-director");
  const from = (await asking.put("join-from")).split(/[\s,]+/).filter((word) => word !== "");
  return {
    authority,
    revoked,
    ...(relay === "" ? {} : { relay: { url: relay, ...(key === "" ? {} : { key }) } }),
    ...(witness === "" ? {} : { witness: { url: witness, key: signs, ...(ca === "" ? {} : { ca }) } }),
    ...(image === "" ? {} : { updates: { image, director } }),
    ...(from.length === 0 ? {} : { server: { from } }),
  };
}
