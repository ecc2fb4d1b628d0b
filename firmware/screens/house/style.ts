import type { HouseConfig } from "../../table/config/house-config.ts";
import { houseColours, isDarkFelt, OUR_PALETTES, SIGNALS } from "../../table/config/house-colours.ts";

/**
 * DejaVu Serif Condensed 2.37 (dejavu-fonts.github.io), Latin alone, under the licence of Bitstream Vera as "Tirada Sans" is; what it has
 * no letters for is written in that.
 */
const SERIF = `@font-face{font-family:"Tirada Serif";font-weight:100 500;font-display:block;src:url("/web/serif.woff2") format("woff2")}
@font-face{font-family:"Tirada Serif";font-weight:501 900;font-display:block;src:url("/web/serif-bold.woff2") format("woff2")}
:root{--sans:"Tirada Serif","Tirada Sans","DejaVu Serif","DejaVu Sans",serif}
`;

/**
 * A house's colours and font, as they take the place of those of `base.css`; empty where a house says none. Every value was read by the
 * schema: nothing else can stand in the styles.
 */
export function houseStyle(house: HouseConfig | null): string {
  if (house === null) return "";
  const { font, look, colours } = house;
  const palette = colours[look];
  const letters = font === "serif" ? SERIF : "";
  if (palette === undefined && look === "dark") return letters;
  const said = palette ?? OUR_PALETTES[look];
  const { "felt-ink": ink, "felt-text": text, "felt-muted": muted, ...rest } = houseColours(said, look);
  const signals = SIGNALS[isDarkFelt(said) ? "dark" : "light"];
  const page = { ...rest, "felt-ink": ink, "felt-text": text, "felt-muted": muted };
  // On the cloth the words are those of the cloth, whatever the ground of the page.
  const cloth = { ivory: ink, muted, brass: text, bright: text, ...signals };
  return `${letters}:root{${variables(page)}color-scheme:${look}}
.felt,.dice-field{${variables(cloth)}color:var(--ivory)}
`;
}

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join("");
