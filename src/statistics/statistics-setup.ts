import type { Pack } from "../rules/pack.ts";
import { colourOf, labelOf, type Colour } from "../rules/winning.ts";
import type { Text } from "../text/language.ts";
import { statisticsGame, type Statistics, type StatisticsGame } from "./statistics.ts";

/** What a screen of statistics has to know of its table: the game, and the words for what records name by id. */
export interface StatisticsSetup {
  readonly game: StatisticsGame;
  readonly names: StatisticsNames;
}

export interface StatisticsNames {
  readonly suertes: Readonly<Record<string, Text>>;
  /** A wheel's pockets: their colour, and what people read for a name that is no number. */
  readonly pockets: Readonly<Record<string, { readonly colour: Colour; readonly label: Text | null }>>;
}

/** Statistics of one span, as they are told to a screen. */
export interface StatisticsAnswer {
  /** The newest record that is counted. */
  readonly seq: number;
  /** Since when rounds are counted at all, RFC 3339; null: there are none. */
  readonly since: string | null;
  readonly statistics: Statistics;
  /** By whose time the table's day begins: `Europe/Madrid`. */
  readonly zone: string;
  readonly setup: StatisticsSetup;
}

export function statisticsSetup(pack: Pack): StatisticsSetup {
  const wheel = pack.wheel === undefined ? null : pack;
  const suertes = wheel?.suertes ?? pack.dice?.suertes ?? [];
  return {
    game: statisticsGame(pack),
    names: {
      suertes: Object.fromEntries(suertes.map(({ id, name }) => [id, name])),
      pockets:
        wheel === null
          ? {}
          : Object.fromEntries(
              wheel.wheel.pockets.map((pocket) => [
                pocket,
                { colour: colourOf(wheel, pocket), label: labelOf(wheel, pocket) },
              ]),
            ),
    },
  };
}
