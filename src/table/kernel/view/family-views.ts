import type { AllPartsOf } from "../../../rules/parts.ts";

/** What screens show of the tables of one family, beside what they show of every table. */
export interface ViewTypes {
  /** Fields of the screens' picture, and of a round in the series. */
  readonly view: object;
  readonly item: object;
  /** What is shown of a result. */
  readonly result: { readonly kind: string };
}

/**
 * What screens show of the tables of each family, by its name. It stands apart from the other types of a family, so that pages need to know
 * nothing else of it. Each adds itself: `declare module "../kernel/view/family-views.ts" { interface FamilyViews { … } }`.
 */
export interface FamilyViews {}

type ViewsOf<Name extends keyof FamilyViews, Kind extends keyof ViewTypes> = Name extends unknown
  ? FamilyViews[Name] extends ViewTypes
    ? FamilyViews[Name][Kind]
    : never
  : never;

/** What screens are sent of a table: the fields of every family, null for those that its own has not. */
export interface ScreenParts {
  readonly view: AllPartsOf<ViewsOf<keyof FamilyViews, "view">>;
  readonly item: AllPartsOf<ViewsOf<keyof FamilyViews, "item">>;
}

/** What is shown of a result of any family. */
export type AnyResultView = ViewsOf<keyof FamilyViews, "result">;
