import { cardPack, rulebookName } from "../../src/rules/pack.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import type { ShoeObservation } from "../../src/table/shoe/observation.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Move } from "../../src/people/keys.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import type { DevicesBesideEye } from "../../src/table/dice/throw.ts";
import type { DieRead } from "../../src/dice/observation.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { certificate, LOG } from "./view-parts.ts";

/** A card table under a rulebook, played by cards and keys: its views are those of real records. */
export class CardTable extends PlayedDeal {
  #seq = 0;

  constructor(rulebook: string, seats: readonly number[] = [], has: DevicesBesideEye | null = null) {
    super(idealRules(rulebook, has === null ? [] : ["first-clockwise"]), undefined, has);
    this.key({ key: "open-table" }, "jefe-de-mesa");
    if (seats.length > 0) this.key({ key: "seats", seats });
  }

  /** A new shoe, and what is burnt from it. Poker has none to burn. */
  shoe(burn = ""): this {
    this.key({ key: "new-shoe" });
    return burn === "" ? this : this.cards(burn);
  }

  move(who: string, ...moves: readonly Move[]): this {
    for (const move of moves) this.key({ key: "move", round: this.table.durable.round, who, move });
    return this;
  }

  /** Three dice roll under the eye of a table that has one, and come to rest. */
  roll(n: number, faces: readonly DieFace[], notes: DieRead["notes"] = []): this {
    const dice = faces.map((face, at): DieRead => ({
      face,
      x: 300 * at,
      y: 0,
      confidence: 990,
      notes: at === 0 ? notes : [],
    }));
    const verdict = notes.length === 0 ? "readable" : "undecided";
    const read = { n, rolledMs: 800, dice, verdict, reasons: notes, picture: null } as const;
    this.dice(
      { o: "attached", device: "eye" },
      { o: "arena", state: "empty" },
      { o: "arena", state: "moving" },
    );
    return this.dice({ o: "rest", read });
  }

  /** Words of a rule that a person saw, in the first hand where it asks for one. */
  declare(rule: string, hand?: string): this {
    const pack = cardPack(this.rules.pack);
    const found = pack.rules.find(({ id }) => id === rule);
    const by = found?.declaredBy ?? "jefe-de-mesa";
    const base = { round: this.table.durable.round, rule, ...(hand === undefined ? {} : { hand }) };
    this.key({ key: "declare", ...base }, by);
    return this.refusal === null ? this : this.key({ key: "void", ...base }, by);
  }

  view(change: Partial<TableView> = {}): TableView {
    this.#seq = Math.max(this.#seq, this.records.length);
    const { pack } = this.rules;
    const view = viewOf(this.table.durable, this.#seq, certificate(this.#seq), {
      pack,
      houseRules: this.rules.coverage.houseRules,
      table: "Mesa 7",
      log: LOG.replace("mesa-4", "mesa-7"),
      rulebook: rulebookName(pack),
      languages: LANGUAGES,
      test: false,
    });
    return { ...view, ...change };
  }
}

/** Rounds of punto y banca, the oldest first: punto, banca and ties as an evening brings them. */
const EVENING = [
  "9h Kd 9s 6c",
  "2d 9s 6h Kd",
  "4c 7s 3d 2h Ts",
  "8c 7h Kc Jd",
  "6s 6d Ah Ac",
  "2c Qd 5c 7d",
  "Jh 8d 9c Ks",
  "3h 4h Jc 5d 8h",
  "7c Qs As 6h",
  "Kh 9d 5s Jd",
].map((cards) => cards.replaceAll("T", "10"));

/** The shoe is there again, and nothing stands. */
const ATTACHED: ShoeObservation = {
  o: "attached",
  during: "dealing",
  standing: { lidOpen: false, jam: null, warnings: [], faceUp: [], suspect: null },
};

/** Chile's punto y banca after an evening, with bets open. */
export function evening(): CardTable {
  const table = new CardTable("cl/punto-y-banca").shoe();
  for (let at = 0; at < 19; at++) {
    table.noMoreBets();
    if (at === 6)
      table.card("9c").observe({ o: "gap", why: "device-silent" }, ATTACHED).collect("jefe-de-mesa");
    else if (at === 12) table.card("4d").declare("card-lost-in-discard-slot").collect();
    else {
      for (const face of (EVENING[at % EVENING.length] ?? "").split(" ")) {
        if (table.phase === "result") break;
        table.cards(face);
      }
      table.collect();
    }
  }
  return table;
}
