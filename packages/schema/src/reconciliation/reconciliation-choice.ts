import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { ReconciliationOutcome } from './outcomes.ts'
import { RDUD_TEXT_MAX_LENGTH, RECONCILIATION_ROWS_MAX } from './reconciliation-forms.ts'

/** A calendar day in the account's zone. */
export const LocalDay = Schema.String.check(
  Schema.isPattern(/^(?:19|20)\d\d-\d\d-\d\d$/),
  Schema.makeFilter((text: string) => isCalendarDay(text), { message: 'This is no day of the calendar' }),
)

function isCalendarDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(text)
}

const counts = { completes: Schema.Int, rejected: Schema.Int }

/** A day on which respondents of a project ended, with its counts (api:R5); newest first. Test respondents are in no count. */
export const FilterDate = Schema.Struct({ date: LocalDay, month: Schema.String, is_open: Schema.Boolean, ...counts })
export type FilterDate = typeof FilterDate.Type

/** A source of a project (api:R6). */
export const FilterSource = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  pm_sy_ud: Id,
  survey_name: Schema.String,
  ...counts,
})
export type FilterSource = typeof FilterSource.Type

/** A supplier of a project's respondents (api:R7); empty in a view without the supply side. */
export const FilterSupplier = Schema.Struct({ pm_sup_ud: Id, name: Schema.String, ...counts })
export type FilterSupplier = typeof FilterSupplier.Type

const STATES_MAX = 14
const IDS_MAX = 1_000

/** Which respondents are retrieved (api:R9): all given conditions must match. */
export const ReconciliationChoice = Schema.Struct({
  pm_proj_ud: Id,
  /** Days on which they ended, in the account's zone, both included. */
  from: Schema.optionalKey(LocalDay),
  until: Schema.optionalKey(LocalDay),
  stmids: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(IDS_MAX))),
  pm_sup_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(IDS_MAX))),
  /** Left out: completes, 30 and 51. */
  codes: Schema.optionalKey(Schema.Array(RespondentCode).check(Schema.isMaxLength(STATES_MAX))),
})
export type ReconciliationChoice = typeof ReconciliationChoice.Type

const named = Schema.Struct({ id: Id, name: Schema.String })

/** A respondent to tick. */
export const ReconcilableRespondent = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  code: RespondentCode,
  source: named,
  /** Absent in a view without the supply side. */
  supplier: Schema.optionalKey(Schema.NullOr(named)),
  entered_at: IsoInstant,
  completed_at: Schema.NullOr(IsoInstant),
  interview_seconds: Schema.NullOr(Schema.Int),
  sell_cents: Schema.NullOr(Schema.Int),
  supply_cents: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  deadline_at: Schema.NullOr(IsoInstant),
  /** It can be adjusted now: the window is open, and its state is one that a reconciliation adjusts. */
  is_open: Schema.Boolean,
})
export type ReconcilableRespondent = typeof ReconcilableRespondent.Type

/** A page of them, those who ended last first; `total`: of all pages. */
export const RetrievedRespondents = Schema.Struct({
  total: Schema.Int,
  respondents: Schema.Array(ReconcilableRespondent),
})
export type RetrievedRespondents = typeof RetrievedRespondents.Type

/**
 * The rows of a CSV download (api:R12): of a request, of one outcome or all; or chosen respondents, by filters or one
 * by one.
 */
export const MainDownload = Schema.Struct({
  pm_proj_ud: Id,
  reconciliation_ud: Schema.optionalKey(Id),
  outcome: Schema.optionalKey(ReconciliationOutcome),
  choice: Schema.optionalKey(ReconciliationChoice),
  rduds: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMaxLength(RDUD_TEXT_MAX_LENGTH))).check(
      Schema.isMaxLength(RECONCILIATION_ROWS_MAX),
    ),
  ),
}).check(
  Schema.makeFilter(form =>
    [form.reconciliation_ud, form.choice, form.rduds].filter(way => way !== undefined).length === 1
      ? undefined
      : 'Exactly one of reconciliation_ud, choice and rduds must be there',
  ),
)
export type MainDownload = typeof MainDownload.Type

/** The events of reconciliations as CSV (api:R8): of a project, within days of the account's zone. */
export const EventExport = Schema.Struct({
  pm_proj_ud: Id,
  from: Schema.optionalKey(LocalDay),
  until: Schema.optionalKey(LocalDay),
})
export type EventExport = typeof EventExport.Type
