import type { Text } from "../text/language.ts";

/** A fault as people read it: what it is, and what to do. */
export interface FaultText {
  readonly text: Text;
  readonly doThis: Text;
}

/** Spanish, Basque, Galician, English. */
type Four = readonly [string, string, string, string];

export const fault = ([es, eu, gl, en]: Four, [esDo, euDo, glDo, enDo]: Four): FaultText => ({
  text: { es, eu, gl, en },
  doThis: { es: esDo, eu: euDo, gl: glDo, en: enDo },
});
