import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import { sql } from 'kysely'
import { USER_FACTS, USER_TABLES, type UserFactsRow } from '#identity/sessions/user-facts'
import type { Tx } from '#kernel/db/tx'
import { nextDue } from './schedules.store.ts'

/** A schedule that is due, claimed by this process. */
export interface DueSchedule extends Pick<ReportSchedule, 'type' | 'filters' | 'name' | 'format'> {
  readonly id: number
  readonly accountId: number
  /** How often it was tried for this time, this one too. */
  readonly tries: number
  /** Until then it is this process' own; who edits it takes it back. */
  readonly claimedUntil: Date
  /** Its owner with the account; null: deleted or inactive. */
  readonly owner: UserFactsRow | null
}

/** Longer than making and mailing a file takes: a process that died leaves it to others then. */
const CLAIM_MINUTES = 15

/** Claims the schedule that is due longest; null: none is, or others have all that are. */
export async function claimDue(tx: Tx, at: Date): Promise<DueSchedule | null> {
  const { rows } = await sql<Omit<DueSchedule, 'owner'>>`
    update report_schedule set due_at = ${at}::timestamptz + make_interval(mins => ${CLAIM_MINUTES}), tries = tries + 1
    where report_schedule_id = (
      select report_schedule_id from report_schedule where not is_paused and due_at <= ${at} order by due_at limit 1 for update skip locked)
    returning report_schedule_id as id, account_id as "accountId", type, filters, name, format, tries::int, due_at as "claimedUntil"`.execute(
    tx,
  )
  const [due] = rows
  if (due === undefined) return null
  const owners = await sql<UserFactsRow>`
    select ${USER_FACTS} from report_schedule s ${USER_TABLES} where s.report_schedule_id = ${due.id}`.execute(tx)
  return { ...due, owner: owners.rows[0] ?? null }
}

/** How a time ended: it is sent, to be tried again, given up until the next time, or the schedule stops. */
export type Ending =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly fault: string; readonly inMinutes: number }
  | { readonly kind: 'skipped'; readonly fault: string }
  | { readonly kind: 'stopped'; readonly fault: string }

/** Notes how a claimed time ended, unless the schedule was edited or deleted meanwhile. */
export async function settle(tx: Tx, { id, claimedUntil }: DueSchedule, at: Date, ending: Ending): Promise<void> {
  const now = sql`${at}::timestamptz`
  const due = ending.kind === 'again' ? sql`${now} + make_interval(mins => ${ending.inMinutes})` : nextDue(now)
  await sql`
    update report_schedule s set due_at = ${due}, fault = ${ending.kind === 'sent' ? null : ending.fault}
      ${ending.kind === 'again' ? sql`` : sql`, tries = 0`}
      ${ending.kind === 'sent' ? sql`, last_sent_at = ${now}` : sql``}
      ${ending.kind === 'stopped' ? sql`, is_paused = true, version = version + 1` : sql``}
    where s.report_schedule_id = ${id} and s.due_at = ${claimedUntil}`.execute(tx)
}
