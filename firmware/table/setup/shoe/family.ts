import { optionsOf, unrecordedValues } from "../../../../drivers/options.ts";
import type { ShoeDevice, ShoePortKind } from "../../../../drivers/shoe/device.ts";
import { addressOfSocket, type HidAddress } from "../../../../drivers/transport/find-hid.ts";
import { HID_BACK_OFF_US, openHid } from "../../../../drivers/transport/hid.ts";
import { openKeyboard } from "../../../../drivers/transport/keyboard.ts";
import { BACK_OFF_US } from "../../../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../../../drivers/transport/serial.ts";
import { SHOE_PORT } from "../../../../src/recording/entry.ts";
import { coverageOf } from "../../../../src/rules/coverage.ts";
import { rulebookName, type CardPack } from "../../../../src/rules/pack.ts";
import { outcomePlay } from "../../../../src/table/shoe/plays/index.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { CardTableConfig, ShoeConfig } from "../../config/config.ts";
import { deviceNamed, SHOE_OPTIONS, SHOE_TYPES } from "../../config/devices.ts";
import { problemWords } from "../../../../src/rules/problem-words.ts";
import { usageProblem } from "../../../problem.ts";
import type { LoadedPack } from "../../rules/load.ts";
import { deviceNames, diceOptions } from "../dice/configured.ts";
import { flatParts } from "../dice/flat.ts";
import { diceNames, dicePorts } from "../dice/ports.ts";
import { diceDevices, deviceGroupOf, sessionsOfParts, type DiceTableOptions } from "../dice/thrown-dice.ts";
import { prepareRules } from "../ready.ts";
import type { FirstDice, ShoeTableOptions, ShoeTableSetup } from "../setup-types.ts";
import type { AnySession, ConfigProblem, DevicePort, UnitFamily } from "../unit-family.ts";
import { readCodes } from "./codes.ts";
import { decksOf, decksProblem } from "./decks.ts";
import { firstDiceConfig, firstDiceOf } from "./first-dice.ts";
import { flatCards, shoeOptionsOf } from "./flat.ts";
import { withDiceBeside } from "../../pipeline/devices/dice.ts";
import { shoeTableDevices } from "../../pipeline/devices/shoe.ts";

/** Tables of cards: one device that gives them and, where dice begin the game, devices of dice beside it. */
export const SHOE_UNIT: UnitFamily = {
  name: "shoe",
  setup: shoeSetup,
  coverage({ pack, id }, device, houseRules) {
    const { abilities } = fittingDevice(id, splitDevices(device).own);
    return coverageOf(pack, abilities, houseRules);
  },
  devices: ({ shoe }: CardTableConfig) => devicesOf(shoe),
  problem: ({ shoe }: CardTableConfig, pack: CardPack) => decksFault(shoe, pack) ?? firstDiceFault(shoe, pack),
  configured: configuredShoe,
  portName({ shoe }: CardTableConfig) {
    const dice = firstDiceConfig(shoe);
    const own = shoe.path ?? `hid:${hidAddress(shoe) ?? ""}`;
    return dice === null ? own : `${own}, ${diceNames(dice)}`;
  },
  ports(config: CardTableConfig, setup: ShoeTableSetup, clock) {
    const dice = firstDiceConfig(config.shoe);
    const beside = dice === null ? [] : dicePorts({ ...config, dice }, setup.dice?.parts ?? [], clock);
    return new Map([[setup.port, shoePort(config.shoe, clock)], ...beside]);
  },
  sessions: ({ port, session, dice }: ShoeTableSetup) =>
    new Map<string, AnySession>([[port, session], ...sessionsOfParts(dice?.parts ?? [])]),
  flat: (setup: ShoeTableSetup) => flatCards(setup),
  recorded: shoeOptionsOf,
  dice({ shoe }: CardTableConfig, pack: CardPack) {
    const [devices, game] = [firstDiceConfig(shoe), firstDiceOf(pack)];
    return devices === null || game === null ? null : { devices, key: "shoe.dice", game };
  },
  acts: async (setup: ShoeTableSetup, table) =>
    (await import("../../acts/shoe-acts.ts")).shoeActs(setup, table),
  replaysTextLogs: false,
  codes: ({ options }: ShoeTableSetup) => options.codes,
  bootDetail: ({ decks, options, dice }: ShoeTableSetup) => ({
    decks: decks.length,
    codes: options.codes?.sha256 ?? null,
    ...flatParts(dice?.parts ?? []),
  }),
};

/** `tirada-shoe+tirada-eye`: what gives the cards, and the devices of dice beside it. */
function splitDevices(device: string): { readonly own: string; readonly beside: string | null } {
  const at = device.indexOf("+");
  return at < 0 ? { own: device, beside: null } : { own: device.slice(0, at), beside: device.slice(at + 1) };
}

function fittingDevice(rulebook: string, name: string): ShoeDevice {
  const type = deviceNamed(name);
  if (type.family === "shoe") return type;
  const able = SHOE_TYPES.map((one) => one.name).join(", ");
  throw new RangeError(`${name} is a ${type.family} device; ${rulebook} needs a shoe device: ${able}`);
}

function shoeSetup(
  { pack: given, id }: LoadedPack,
  device: string,
  houseRules: readonly string[],
  { firstDice, ...options }: ShoeTableOptions,
): ShoeTableSetup {
  const pack = given as CardPack;
  const { own, beside } = splitDevices(device);
  const type = fittingDevice(id, own);
  const { decks } = options;
  const [usual] = type.ports;
  if (decks === undefined)
    throw new RangeError(`shoe.decks is missing: ${type.name} cannot tell which are loaded`);
  const problem = decksProblem(pack, decks);
  if (problem !== null)
    throw new RangeError(
      `shoe.decks${problem.deck === null ? "" : `[${problem.deck}]`}: ${problem.message.en}`,
    );
  const port = options.port ?? usual;
  if (port === undefined || !type.ports.includes(port))
    throw new RangeError(`${type.name} cannot be plugged in as ${port}; it is ${type.ports.join(" or ")}`);
  const all = { ...unrecordedValues(SHOE_OPTIONS), codes: null, ...options, decks, port };
  const session = type.session(all);
  const { outcome } = pack.cards;
  // Ranking tables are made now, not while the first hands are turned.
  if (outcome !== null) outcomePlay(outcome).prepare?.(outcome);
  const greeting = type.greeting(all);
  const cards = shoeTableDevices({ session, port: SHOE_PORT, greeting, decks });
  const dice = beside === null ? null : firstDiceSetup(pack, beside, firstDice ?? {});
  return {
    family: "shoe",
    ...prepareRules(pack, session.abilities, houseRules),
    session,
    devices: dice === null ? cards : withDiceBeside(cards, dice),
    greeting,
    decks,
    readsAhead: type.readsAhead(all),
    dice,
    port: SHOE_PORT,
    pack,
    options: all,
  };
}

function firstDiceSetup(pack: CardPack, devices: string, options: DiceTableOptions): FirstDice {
  const game = firstDiceOf(pack);
  if (game === null)
    throw new RangeError(`shoe.dice: ${rulebookName(pack)} does not begin with dice; leave dice out`);
  const { parts, has } = diceDevices(game, devices, options);
  return { parts, has, devices: deviceGroupOf(parts) };
}

function configuredShoe({ table, shoe }: CardTableConfig, loaded: LoadedPack): ShoeTableSetup {
  const pack = loaded.pack as CardPack;
  const { decks, codes, device } = shoe;
  const dice = firstDiceConfig(shoe);
  const game = firstDiceOf(pack);
  return shoeSetup(loaded, devicesOf(shoe), table.houseRules, {
    ...optionsOf(shoe, SHOE_OPTIONS),
    ...(dice === null || game === null ? {} : { firstDice: diceOptions(dice, game) }),
    decks: decksOf(pack, decks),
    codes: codes === undefined ? null : readCodes(codes, device),
    port: portKindOf(shoe),
  });
}

function devicesOf(shoe: ShoeConfig): string {
  const dice = firstDiceConfig(shoe);
  return dice === null ? shoe.device : `${shoe.device}+${deviceNames(dice)}`;
}

/** The kind of port: serial with a path, otherwise keyboard for a scanner and HID for other devices. */
function portKindOf({ device, path }: Pick<ShoeConfig, "device"> & { readonly path?: string }): ShoePortKind {
  if (path !== undefined) return "serial";
  const found = SHOE_TYPES.find(({ name }) => name === device);
  return found?.ports.includes("keyboard") === true ? "keyboard" : "hid";
}

const hidAddress = ({ serial, socket }: Pick<ShoeConfig, "serial" | "socket">): HidAddress | null =>
  serial ?? (socket === undefined ? null : addressOfSocket(socket));

function shoePort(shoe: ShoeConfig, clock: Clock): DevicePort {
  const { path, baud, device, wait } = shoe;
  const address = hidAddress(shoe);
  const found = SHOE_TYPES.find(({ name }) => name === device);
  if (path !== undefined) {
    const baudRate = baud ?? deviceNamed(device).baudRate;
    return { open: openSerial({ path, baudRate, clock }), wait, backOffUs: BACK_OFF_US };
  }
  if (portKindOf(shoe) === "keyboard")
    return { open: openKeyboard({ address, clock }), wait, backOffUs: HID_BACK_OFF_US };
  if (found?.usage === undefined)
    throw usageProblem(`${device} is no USB HID device: say path, the stable name of its serial port`);
  return { open: openHid({ ...found.usage, address, clock }), wait, backOffUs: HID_BACK_OFF_US };
}

function decksFault({ decks }: ShoeConfig, pack: CardPack): ConfigProblem | null {
  const problem = decksProblem(pack, decksOf(pack, decks));
  if (problem === null) return null;
  const at = problem.deck === null ? [] : [problem.deck];
  return {
    path: ["shoe", "decks", ...at],
    message: problemWords("at", { place: "shoe.decks", what: problem.message }),
  };
}

function firstDiceFault({ dice }: ShoeConfig, pack: CardPack): ConfigProblem | null {
  if (dice === undefined || firstDiceOf(pack) !== null) return null;
  const message = problemWords("no-dice", { game: `${pack.jurisdiction}/${pack.game}` });
  return { path: ["shoe", "dice"], message };
}
