import type { ActName, ActOffer, ActValues } from "../../../src/people/acts.ts";
import { sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { ActRefusal, type ActTable, type FamilyActs, type RunAct } from "../../table/acts/act.ts";
import { acceptDevice } from "../../table/acts/accept-device.ts";
import type { TableActions } from "../actions/table-actions.ts";
import { ACTION_ACTS, actionAct, isActionAct, OF_UPDATER } from "./action-acts.ts";
import { lentLine } from "../../table/acts/lent-line.ts";
import { flashBoard, panelBoard } from "../../table/acts/flash-acts.ts";
import { checkPanel, testPanel } from "../../table/acts/panel-acts.ts";
import { unitFamily } from "../../table/setup/families.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";

const { refusals: REFUSALS, tests: TESTS } = textsOf("acts");
/** How the panel is called among the devices. */
const PANEL = "panel";
const noDevice = (): ActRefusal => new ActRefusal(REFUSALS["no-device"]);

interface ActionTable extends ActTable {
  readonly actions: () => Promise<TableActions>;
}

/** What one table has for technicians to do. */
export class ActsOfTable {
  readonly #table: ActTable;
  readonly #actions: () => Promise<TableActions>;
  readonly #setup: TableSetup;
  readonly #family: FamilyActs;

  private constructor(table: ActionTable, setup: TableSetup, family: FamilyActs) {
    this.#table = table;
    this.#actions = table.actions;
    this.#setup = setup;
    this.#family = family;
  }

  static async of(table: ActionTable, setup: TableSetup): Promise<ActsOfTable> {
    return new ActsOfTable(table, setup, await unitFamily(setup.family).acts(setup, table));
  }

  get offer(): ActOffer {
    const devices = [...this.#setup.devices.ports, ...(this.#table.panel === null ? [] : [PANEL])];
    const panel = this.#table.panel === null ? [] : (["check-panel", "flash-panel"] as const);
    const isUpdated = this.#table.config.update !== undefined;
    const actions = ACTION_ACTS.filter((act) => isUpdated || !OF_UPDATER.includes(act));
    return { acts: ["test-device", "accept-device", ...this.#family.acts, ...panel, ...actions], devices };
  }

  /** What is done in an act. Throws ActRefusal where this table has nothing for it, or a value is missing. */
  find(act: ActName, values: ActValues, text?: string): RunAct {
    if (!this.offer.acts.includes(act)) throw noDevice();
    if (isActionAct(act))
      return actionAct({ clock: this.#table.clock, actions: this.#actions }, act, values, text);
    if (act === "test-device") return this.#test(values["device"] ?? "");
    if (act === "flash-panel") return this.#flashPanel();
    if (act === "check-panel") return this.#checkPanel();
    if (act === "accept-device") return this.#accept(values["device"] ?? "");
    return this.#family.run(act, values);
  }

  #accept(port: string): RunAct {
    if (!this.#setup.devices.ports.includes(port)) throw noDevice();
    return acceptDevice(this.#table.unit.devices, port);
  }

  #flashPanel(): RunAct {
    const board = panelBoard(this.#table);
    if (board === null) throw noDevice();
    return flashBoard(this.#table, board);
  }

  #checkPanel(): RunAct {
    const { panel, clock } = this.#table;
    if (panel === null) throw noDevice();
    return checkPanel(panel, clock);
  }

  #test(device: string): RunAct {
    const { panel } = this.#table;
    if (device === PANEL && panel !== null) return testPanel(panel);
    const { ports, device: name } = this.#setup.devices;
    if (!ports.includes(device)) throw noDevice();
    return this.#family.test(device) ?? listenTo(this.#table, device, name);
  }
}

/** A device that takes no question: it is there, or it is lost. */
const listenTo =
  ({ unit, clock }: ActTable, port: string, name: string): RunAct =>
  async ({ person, signal }) => {
    const line = lentLine(unit.lend(port), clock, signal);
    try {
      const held = await line.open({ onBytes: () => undefined, onLost: () => undefined });
      await held.close();
    } catch (error) {
      throw line.asLoss(error);
    }
    person.say(TESTS.listened);
    person.say(sameText(`${port}: ${name}`));
    return {};
  };
