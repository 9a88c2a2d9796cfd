import { COLUMN_OF_STATE, RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'

/** The codes whose respondents count in one of some columns. */
export const codesIn = (columns: readonly string[]): readonly RespondentCode[] =>
  Object.values(RESPONDENT_CODES).filter(code => columns.includes(COLUMN_OF_STATE[code]))
/** Codes as an array of SQL. */
export const codeList = (codes: readonly RespondentCode[]): RawBuilder<unknown> =>
  codes.length === 0 ? sql`'{}'::smallint[]` : sql`array[${sql.join(codes.map(code => sql.lit(code)))}]::smallint[]`

const COMPLETE = codeList(codesIn(['completes']))
export const INFLIGHT = codeList(codesIn(['inflight']))
const ABANDONED = sql.lit(RESPONDENT_CODES.abandon)

/** Why a line `e` of the ledger was written: an undo is a reconciliation's line without a reason of the client. */
export const CAUSE = sql<string>`case
    when e.from_code is null then 'entered'
    when e.detail->>'request' is not null then case when e.detail->>'reason' is null then 'undo' else 'reconciliation' end
    when e.to_code = ${ABANDONED} then 'abandoned'
    when e.from_code = ${ABANDONED} or e.detail->>'late' is not null then 'late_return'
    when e.from_code = any(${INFLIGHT}) then 'returned'
    else 'corrected' end`
/** The rule that refused, or the reason of a reconciliation; '': neither. */
export const REASON = sql<string>`coalesce(e.detail->>'rule', e.detail->>'reason', '')`
/** 0: no reconciliation. */
export const REQUEST = sql<number>`coalesce((e.detail->>'request')::int, 0)`

const GAINS = sql`(e.to_code = any(${COMPLETE}))`
const LOSES = sql`coalesce(e.from_code = any(${COMPLETE}), false)`
/** +1: the line makes a complete; -1: it takes one back. */
export const SIGN = sql`(${GAINS}::int - ${LOSES}::int)`

/** The respondent `r` of a line `e`, looked up by itself (offset 0): by guesses of how many lines there are, all respondents of the account would be read instead. */
export const ITS_RESPONDENT = sql`lateral (select * from respondent r where r.account_id = e.account_id and r.rdud = e.rdud offset 0) r`
/** If a line takes a complete back, its cost and price are in the line that made it one. */
export const PRICED_LINE = sql`left join lateral (
    select p.cpi_cents, p.sell_price_cents, p.interview_seconds from respondent_event p
    where ${LOSES} and not ${GAINS} and p.account_id = e.account_id and p.rdud = e.rdud and p.changed and p.to_code = any(${COMPLETE}) and p.position < e.position
    order by p.position desc limit 1 offset 0
  ) p on true`
const EXPENSE = sql`coalesce(e.cpi_cents, p.cpi_cents, 0)`
/** Cents that a line adds, of lines joined with `PRICED_LINE`. */
export const LINE_EXPENSE = sql`(${SIGN} * ${EXPENSE})`
export const LINE_REVENUE = sql`(${SIGN} * coalesce(e.sell_price_cents, p.sell_price_cents, 0))`
/** Completes whose supply price is known that it adds, and what these bring. */
export const LINE_PRICED = sql`(case when ${EXPENSE} > 0 then ${SIGN} else 0 end)`
export const LINE_PRICED_REVENUE = sql`(case when ${EXPENSE} > 0 then ${LINE_REVENUE} else 0 end)`
/** The interview seconds of a complete whose length is known, of lines joined with `PRICED_LINE`. */
const SECONDS = sql`(case when ${GAINS} then e.interview_seconds else p.interview_seconds end)`
export const LINE_SECONDS = sql`(${SIGN} * coalesce(${SECONDS}, 0))`
/** The stated length for it, of lines joined with their respondents `r`. */
export const LINE_STATED = sql`(case when ${SECONDS} is null then 0 else ${SIGN} * coalesce(r.loi_stated_seconds, 0) end)`
