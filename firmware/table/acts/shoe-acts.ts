import {
  hearShoe,
  identityQuestion,
  selfTestQuestion,
  type ShoeAnswer,
} from "../../../drivers/shoe/tirada-shoe/asked.ts";
import { TIRADA_SHOE } from "../../../drivers/shoe/tirada-shoe/device.ts";
import { SHOE_PORT } from "../../../src/recording/entry.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { ShoeTableSetup } from "../setup/setup-types.ts";
import type { ActContext, ActTable, FamilyActs, RunAct } from "./act.ts";
import { inspect } from "./inspection.ts";
import { lentLine } from "./lent-line.ts";

const { shoe: WORDS } = textsOf("acts");

/** Numbers of a technician's questions: far from those that the table has come to. */
const QUESTION = 0x4000;
/** A shoe answers within half a second, and tries its sensors between two deals. */
const ANSWER_US = 10 * US_PER_S;
/** How long a lid may take. */
const HAND_US = 60 * US_PER_S;

/** What a card device has for technicians to do: the open shoe tries its sensors, and its lid is seen as it is opened and shut. */
export function shoeActs(setup: ShoeTableSetup, table: ActTable): FamilyActs {
  const isOpenShoe = setup.session.device === TIRADA_SHOE.name;
  const carrier = setup.options.port === "hid" ? "hid" : "line";
  return {
    acts: [...(isOpenShoe ? (["check-shoe"] as const) : []), "check-cards"],
    run: (act, values) => (act === "check-cards" ? inspect(act, values) : checkShoe(table, carrier)),
    test: (port) => (isOpenShoe && port === SHOE_PORT ? testShoe(table, carrier) : null),
  };
}

type Carrier = Parameters<typeof hearShoe>[0];

const testShoe =
  (table: ActTable, carrier: Carrier): RunAct =>
  (context) =>
    withShoe(table, carrier, context, async (shoe) => ({ detail: { tried: await trySensors(shoe, context) } }));

/** The device's own test, then what only hands can try. */
const checkShoe =
  (table: ActTable, carrier: Carrier): RunAct =>
  (context) =>
    withShoe(table, carrier, context, async (shoe) => {
      const { person } = context;
      const tried = await trySensors(shoe, context);
      for (const open of [true, false]) {
        const seen = shoe.hears((one) => one.is === "lid" && one.open === open, HAND_US);
        await person.ready(fillText(WORDS[open ? "open-lid" : "shut-lid"], { go: person.words.go }));
        if ((await seen) === null) throw new Problem(EXIT.device, WORDS["lid-unseen"]);
        person.say(WORDS[open ? "lid-open" : "lid-shut"]);
      }
      return { detail: { tried, lid: "seen" } };
    });

/** Has the sensors tried. Rejects with Problem naming the bad ones. */
async function trySensors(shoe: AskedShoe, { person }: ActContext): Promise<string> {
  const identity = await shoe.ask(identityQuestion, 0, "identity");
  if (identity.is === "identity")
    person.say(
      fillText(WORDS.who, { device: identity.device, firmware: identity.firmware, boots: identity.boots }),
    );
  const answer = await shoe.ask(selfTestQuestion, 1, "self-test");
  // What tried nothing has found nothing in order.
  if (answer.is !== "self-test" || answer.tried.length === 0) throw new Problem(EXIT.device, WORDS.mute);
  const { tried, bad } = answer;
  for (const sensor of tried)
    person.say(fillText(WORDS[bad.includes(sensor) ? "bad" : "good"], { sensor: sameText(sensor) }));
  if (bad.length > 0) throw new Problem(EXIT.device, fillText(WORDS["bad-all"], { sensors: bad.join(" ") }));
  return tried.join(" ");
}

/** An open shoe while an act has its line. */
interface AskedShoe {
  ask(question: typeof selfTestQuestion, more: number, wanted: ShoeAnswer["is"]): Promise<ShoeAnswer>;
  /** Resolves with what it tells that fits; null: nothing in time. */
  hears(fits: (one: ShoeAnswer) => boolean, us: number): Promise<ShoeAnswer | null>;
}

async function withShoe<Given>(
  { unit, clock }: ActTable,
  carrier: Carrier,
  { signal }: ActContext,
  use: (shoe: AskedShoe) => Promise<Given>,
): Promise<Given> {
  const hear = hearShoe(carrier, QUESTION + 1);
  const waiting = new Set<(one: ShoeAnswer | null) => void>();
  const line = lentLine(unit.lend(SHOE_PORT), clock, signal);
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  const port = await line.open({
    onBytes: (bytes) => {
      for (const one of hear(toText(bytes))) for (const take of waiting) take(one);
    },
    onLost: (loss) => lost.reject(new Error(loss.detail)),
  });
  const hears: AskedShoe["hears"] = (fits, us) =>
    new Promise((resolve) => {
      const take = (one: ShoeAnswer | null): void => {
        if (one !== null && !fits(one)) return;
        waiting.delete(take);
        limit.cancel();
        resolve(one);
      };
      const limit = clock.after(us, "answer of a shoe", () => take(null));
      waiting.add(take);
    });
  const ask: AskedShoe["ask"] = async (question, more, wanted) => {
    const answered = hears(({ is }) => is === wanted || is === "refused", ANSWER_US);
    await port.write(toBytes(question(carrier, QUESTION + more)));
    const answer = await answered;
    if (answer === null) throw new Problem(EXIT.device, WORDS.mute);
    if (answer.is === "refused") throw new Problem(EXIT.device, fillText(WORDS.refused, { why: answer.why }));
    return answer;
  };
  try {
    return await Promise.race([use({ ask, hears }), lost.promise]);
  } catch (error) {
    throw line.asLoss(error);
  } finally {
    await port.close();
  }
}
