import { logOf, type Config } from "../../table/config/config.ts";
import { screenChoices } from "../../table/config/screen-choices.ts";
import type { Display } from "../../screens/server/client.ts";
import type { Problem } from "../../problem.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { stoppedView, viewOf, type ViewSetup } from "../../../src/table/kernel/view/view-of.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { asProblem } from "../failure.ts";
import type { UnitEvents } from "../parts.ts";
import type { FloorLink } from "../floor-parts.ts";
import type { RunOptions } from "../run.ts";
import { unfilledHere } from "../configuration/unfilled-roles.ts";
import type { Unit } from "../unit.ts";

/** Shows the durable records of one unit. */
export interface Presenter {
  readonly events: UnitEvents;
  /** Resolves with why the table cannot go on. */
  readonly failed: Promise<Problem>;
  fail(problem: Problem): void;
  /** What the screens of this unit show now. */
  readonly view: (unit: Unit) => TableView;
  /** From here on every durable record is shown. */
  attach(unit: Unit): void;
}

/** Between the unit's durable records and the screens, which also say what people compare while the floor does not know the table yet. */
export function createPresenter(
  options: RunOptions,
  setup: TableSetup,
  display: Pick<Display, "show">,
  floor: Pick<FloorLink, "state" | "handleRecord">,
): Presenter {
  const view = viewSetup(options.config, setup);
  let shown: Unit | null = null;
  let fail: (problem: Problem) => void = () => undefined;
  const failed = new Promise<Problem>((resolve) => (fail = resolve));
  const current = (unit: Unit): TableView => {
    const { durable, seq, certificate } = unit.shown;
    const asked = floor.state?.joining ?? null;
    const whole = viewOf(durable, seq, certificate, view);
    return asked === null ? whole : { ...whole, joining: asked };
  };
  return {
    failed,
    fail: (problem) => fail(problem),
    view: current,
    attach: (unit) => {
      shown = unit;
      display.show(current(unit));
    },
    events: {
      onRecord: (record, sig) => {
        if (shown !== null) display.show(current(shown));
        floor.handleRecord(record);
        options.onRecord(record, sig);
        options.follower?.record(record.body, options.clock.now());
      },
      onNotice: options.onNotice,
      onFailed: (error) => {
        if (shown !== null) display.show(stoppedView(current(shown), rfc3339(options.clock.wall())));
        fail(asProblem(error));
      },
    },
  };
}

/** What the screens say of a table besides what happens at it. */
export function viewSetup(config: Config, setup: TableSetup): ViewSetup {
  const screens = screenChoices(config.display, config.table.languages);
  return {
    pack: setup.pack,
    houseRules: setup.coverage.houseRules,
    table: config.table.name,
    log: logOf(config),
    rulebook: setup.rulebook,
    languages: config.table.languages,
    test: config.test,
    unfilledRoles: unfilledHere(setup, config),
    ...(screens === null ? {} : { screens }),
  };
}
