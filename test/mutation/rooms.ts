/**
 * The rooms whose own tests are held against StrykerJS's mutants, one at a time: `npm run mutate -- ROOM`. A room is its files and the
 * tests that are to notice a change of them: those beside the files, and of those elsewhere only what drives the room alone.
 */
export interface MutatedRoom {
  /** What is changed, as globs from the root of the project; tests and their helpers never are. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** The room's tests set up tables, and want the families loaded before; it costs each mutant a second. */
  readonly wantsFamilies?: true;
}

const besides = (folder: string): MutatedRoom => ({
  files: [`${folder}/**/*.ts`],
  tests: [`${folder}/**/*.test.ts`],
});
const besidesWithFamilies = (folder: string): MutatedRoom => ({ ...besides(folder), wantsFamilies: true });

export const ROOMS: Readonly<Record<string, MutatedRoom>> = {
  people: besides("src/people"),
  orders: besides("src/orders"),
  fleet: besides("src/fleet"),
  "fleet-office": besides("firmware/office/fleet"),
  "orders-afar": besides("firmware/afar/orders"),
  record: besides("src/record"),
  recording: besides("src/recording"),
  rules: besidesWithFamilies("src/rules"),
  cards: besides("src/cards"),
  table: besidesWithFamilies("src/table/kernel"),
  wheel: besidesWithFamilies("src/table/wheel"),
  shoe: besidesWithFamilies("src/table/shoe"),
  dice: { ...besidesWithFamilies("src/table/dice"), tests: ["test/scenario/dice-table/*.test.ts"] },
  "dice-reading": besides("src/dice/reading"),
  "dice-scene": besides("src/dice/scene"),
  // What the kernels are compiled of changes nothing until they are built anew: `kernels.test.ts` holds the build.
  vision: { files: ["src/vision/*.ts", "src/vision/kernels/*.ts"], tests: ["src/vision/**/*.test.ts"] },
  link: besides("drivers/link"),
  ss2: besides("drivers/wheel/cammegh-ss2"),
  "mercury-360": besides("drivers/wheel/cammegh-mercury-360"),
  "sensor-board": besides("drivers/wheel/sensor-board"),
  "tirada-shoe": besides("drivers/shoe/tirada-shoe"),
  eye: besides("drivers/dice/eye"),
  journal: besidesWithFamilies("firmware/journal"),
  updater: besides("firmware/delivery/updater"),
  screens: besidesWithFamilies("firmware/screens/server"),
};
