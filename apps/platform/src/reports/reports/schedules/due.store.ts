import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import { sql } from 'kysely'
import { USER_FACTS, USER_TABLES, type UserFactsRow } from '#identity/sessions/user-facts'
import type { Tx } from '#kernel/db/tx'
import { nextDue, ownersZone } from './schedules.store.ts'

/** A schedule that is due, claimed by this process. */
export interface DueSchedule extends Pick<ReportSchedule, 'type' | 'filters' | 'name' | 'format'> {
  readonly id: number
  readonly accountId: number
  /** How often it was tried for this time, this one too. */
  readonly tries: number
  /** Until then it is this process' own; who edits it takes it back. */
  readonly claimedUntil: Date
  /** A process ended while it was mailing it. */
  readonly isDoubtful: boolean
  /** The time for which it is tried. */
  readonly plannedAt: Date
  /** The day in the owner's time zone: 2026-11-24. */
  readonly today: string
  /** Its owner with the account; null: deleted or inactive. */
  readonly owner: UserFactsRow | null
}

/** Longer than making and mailing a file takes: a process that died leaves it to others then. */
const CLAIM_MINUTES = 15

/** Claims the schedule that is due longest; null: none is, or others have all that are. */
export async function claimDue(tx: Tx, at: Date): Promise<DueSchedule | null> {
  const { rows } = await sql<Omit<DueSchedule, 'owner'>>`
    update report_schedule s set due_at = ${at}::timestamptz + make_interval(mins => ${CLAIM_MINUTES}), tries = s.tries + 1, is_mailing = false
    from (select report_schedule_id, is_mailing from report_schedule where not is_paused and due_at <= ${at} order by due_at limit 1 for update skip locked) d
    where s.report_schedule_id = d.report_schedule_id
    returning s.report_schedule_id as id, s.account_id as "accountId", s.type, s.filters, s.name, s.format, s.tries::int, s.due_at as "claimedUntil",
      s.planned_at as "plannedAt", d.is_mailing as "isDoubtful",
      (select to_char(${at}::timestamptz at time zone zone, 'YYYY-MM-DD') from ${ownersZone}) as today`.execute(tx)
  const [due] = rows
  if (due === undefined) return null
  const owners = await sql<UserFactsRow>`
    select ${USER_FACTS} from report_schedule s ${USER_TABLES} where s.report_schedule_id = ${due.id}`.execute(tx)
  return { ...due, owner: owners.rows[0] ?? null }
}

/**
 * Notes that the mail of a claimed schedule leaves now: it is not sent twice, whatever happens.
 * @returns false: edited, deleted or claimed by others in between
 */
export async function beginMailing(tx: Tx, { id, claimedUntil }: DueSchedule): Promise<boolean> {
  const { rows } = await sql<object>`
    update report_schedule set is_mailing = true
    where report_schedule_id = ${id} and due_at = ${claimedUntil} and not is_paused returning report_schedule_id`.execute(
    tx,
  )
  return rows.length === 1
}

/** How a time ended: it is sent, to be tried again, given up until the next time, or the schedule stops. */
export type Ending =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly fault: string; readonly inMinutes: number }
  | { readonly kind: 'skipped'; readonly fault: string }
  | { readonly kind: 'stopped'; readonly fault: string }

/** Notes how a claimed time ended, unless the schedule was edited or deleted in between. */
export async function settle(tx: Tx, { id, claimedUntil }: DueSchedule, at: Date, ending: Ending): Promise<void> {
  const now = sql`${at}::timestamptz`
  const next =
    ending.kind === 'again'
      ? sql`due_at = ${now} + make_interval(mins => ${ending.inMinutes})`
      : sql`due_at = ${nextDue(now)}, planned_at = ${nextDue(now)}, tries = 0`
  await sql`
    update report_schedule s set ${next}, is_mailing = false, fault = ${ending.kind === 'sent' ? null : ending.fault}
      ${ending.kind === 'sent' ? sql`, last_sent_at = ${now}` : sql``}
      ${ending.kind === 'stopped' ? sql`, is_paused = true, version = version + 1` : sql``}
    where s.report_schedule_id = ${id} and s.due_at = ${claimedUntil}`.execute(tx)
}
