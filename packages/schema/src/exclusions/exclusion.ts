import { Schema } from 'effect'
import { Id, Version } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'

/** The most projects that one exclusion names. */
export const EXCLUDED_PROJECTS_MAX = 100
/** The most suppliers that an account excludes from all its projects. */
export const EXCLUDED_SUPPLIERS_MAX = 500
export const LOOK_BACK_DAYS_MAX = 3_650
export const LOOK_BACK_DAYS_DEFAULT = 90

/** The excluded respondents of an excluded project: current completes, or all entrants. */
export const EXCLUDED_STATES = ['completes', 'entrants'] as const
export const ExcludedStates = Schema.Literals(EXCLUDED_STATES)
export type ExcludedStates = typeof ExcludedStates.Type

const days = `Look-back must be a whole number of days from 1 to ${LOOK_BACK_DAYS_MAX.toLocaleString('en-US')}`

/** How many days back an entry into an excluded project excludes a respondent. */
export const LookBackDays = Schema.Number.annotate({ message: days })
  .check(
    Schema.isFinite({ message: days }).abort(),
    Schema.makeFilter((value: number) => Number.isInteger(value) && value >= 1 && value <= LOOK_BACK_DAYS_MAX, {
      message: days,
    }).abort(),
  )
  .annotateKey({ messageMissingKey: days })

/** Ids that are named once each. */
const namedOnce = (max: number, tooMany: string, twice: string) =>
  Schema.Array(Id).check(
    Schema.isMaxLength(max, { message: tooMany }).abort(),
    Schema.makeFilter((ids: readonly number[]) =>
      ids.flatMap((id, at): readonly Schema.FilterIssue[] =>
        ids.indexOf(id) === at ? [] : [{ path: [at], issue: twice }],
      ),
    ),
  )

const ProjectIds = namedOnce(
  EXCLUDED_PROJECTS_MAX,
  `At most ${EXCLUDED_PROJECTS_MAX} projects`,
  'This project is there twice',
)
const SupplierIds = namedOnce(
  EXCLUDED_SUPPLIERS_MAX,
  `At most ${EXCLUDED_SUPPLIERS_MAX} suppliers`,
  'This supplier is there twice',
)

/** The text of a search for projects (api:X1): part of a name or number; empty: the newest. */
export const ProjectSearch = Schema.Struct({
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))),
  offset: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))),
})
export type ProjectSearch = typeof ProjectSearch.Type

/** A project that can be excluded, with its respondents so far. */
export const FoundProject = Schema.Struct({
  pm_proj_ud: Id,
  name: Schema.String,
  number: Schema.String,
  statusid: StatusCode,
  entrants: Schema.Int,
  completes: Schema.Int,
})
export type FoundProject = typeof FoundProject.Type

/** A project that an exclusion names. */
export const ExcludedProject = Schema.Struct({ pm_proj_ud: Id, name: Schema.String, number: Schema.String })
export type ExcludedProject = typeof ExcludedProject.Type

/** The respondents that a source excludes for work in other projects (api:X2); without projects: none. */
export const SampleExclusion = Schema.Struct({
  stmid: Id,
  /** Of the exclusion alone; 0: it was never saved. */
  version: Version,
  projects: Schema.Array(
    Schema.Struct({
      ...ExcludedProject.fields,
      /** Its respondents that are excluded now. */
      kept_out: Schema.Int,
    }),
  ),
  states: ExcludedStates,
  look_back_days: Schema.Int,
  /** The sum over the projects: a respondent in several of them counts in each. */
  kept_out: Schema.Int,
})
export type SampleExclusion = typeof SampleExclusion.Type

/** A source's exclusion as it replaces the one that it has (api:X3). */
export const SampleExclusionChanges = Schema.Struct({
  projects: ProjectIds,
  states: ExcludedStates,
  look_back_days: LookBackDays,
  version: Schema.optionalKey(Version),
})
export type SampleExclusionChanges = typeof SampleExclusionChanges.Type

/** The suppliers that a project does not take respondents of (api:X4). */
export const ProjectSupplierExclusions = Schema.Struct({
  pm_proj_ud: Id,
  suppliers: Schema.Array(
    Schema.Struct({
      pm_sup_ud: Id,
      name: Schema.String,
      /** Excluded from every project of the account. */
      everywhere: Schema.Boolean,
    }),
  ),
})
export type ProjectSupplierExclusions = typeof ProjectSupplierExclusions.Type

/** The projects that do not take respondents of a supplier (api:X5). */
export const SupplierExclusion = Schema.Struct({
  pm_sup_ud: Id,
  /** Of the list of projects alone; 0: it was never saved. */
  version: Version,
  /** The account excludes the supplier from every project (api:X7). */
  everywhere: Schema.Boolean,
  projects: Schema.Array(ExcludedProject),
})
export type SupplierExclusion = typeof SupplierExclusion.Type

/** The projects that replace those of a supplier (api:X6). */
export const SupplierExclusionChanges = Schema.Struct({
  projects: ProjectIds,
  version: Schema.optionalKey(Version),
})
export type SupplierExclusionChanges = typeof SupplierExclusionChanges.Type

/** The suppliers that the account excludes from every project (api:X7). */
export const AccountExclusion = Schema.Struct({
  pm_dsh_ud: Id,
  version: Version,
  suppliers: Schema.Array(Schema.Struct({ pm_sup_ud: Id, name: Schema.String })),
})
export type AccountExclusion = typeof AccountExclusion.Type

/** The suppliers that replace those (api:X8). */
export const AccountExclusionChanges = Schema.Struct({
  suppliers: SupplierIds,
  version: Schema.optionalKey(Version),
})
export type AccountExclusionChanges = typeof AccountExclusionChanges.Type
