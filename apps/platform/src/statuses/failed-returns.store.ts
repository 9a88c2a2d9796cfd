import { STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import { RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import type { FailedReturn, StatusOptions } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { StatusRow } from './status-row.ts'

/** A bad hash ends a complete as an invalid return, or as a quality term where the ghost rule refuses it. */
const FAILED_BY = {
  hash: `e.detail ->> 'hash' in ('missing', 'wrong')`,
  inbound_code: `e.detail ->> 'rule' = 'inbound_code'`,
} as const
export type FailedBy = keyof typeof FAILED_BY

/**
 * The condition on `respondent_event e` that a return failed by a rule within the hour before a moment, and changed a
 * respondent's state.
 */
export const failedWithin = (rule: FailedBy, moment: string): string =>
  `(e.to_code = 35 or (e.to_code = 33 and e.detail ->> 'rule' = 'ghost')) and e.changed and not e.is_test and e.at > ${moment} - interval '1 hour' and ${FAILED_BY[rule]}`

const RULE_OF_REASON: Readonly<Record<string, FailedBy>> = { redirect_errors: 'inbound_code', hash_errors: 'hash' }
const SHOWN = 5

/** The last attempts before the system paused a source. */
type BeforePause = Pick<StatusOptions, 'failed_returns' | 'last_ends'>

/** The returns that failed before a source was paused for them, or how respondents ended before another auto-pause, newest first. */
export async function findBeforePause(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  { id, status, reason, changedAt }: StatusRow,
): Promise<BeforePause> {
  if (scope !== 'source' || status !== STATUS_CODES.autoPaused) return {}
  const rule = RULE_OF_REASON[reason ?? '']
  if (rule === undefined) return { last_ends: await findLastEnds(tx, accountId, id, changedAt) }
  const { rows } = await sql<Omit<FailedReturn, 'at'> & { at: Date }>`
    select e.at, e.detail ->> 'inbound' as inbound_code, e.detail ->> 'hash' as hash, coalesce(e.detail ->> 'via', 'browser') as via
    from respondent_event e
    where e.account_id = ${accountId} and e.source_id = ${id} and e.at <= ${changedAt}
      and ${sql.raw(failedWithin(rule, `'${changedAt.toISOString()}'::timestamptz`))}
    order by e.at desc limit ${sql.lit(SHOWN)}`.execute(tx)
  return { failed_returns: rows.map(({ at, ...failed }) => ({ at: at.toISOString(), ...failed })) }
}

async function findLastEnds(
  tx: Tx,
  accountId: number,
  sourceId: number,
  until: Date,
): Promise<NonNullable<BeforePause['last_ends']>> {
  const { rows } = await sql<{ at: Date; code: RespondentCode }>`
    select e.at, e.to_code as code from respondent_event e
    where e.account_id = ${accountId} and e.source_id = ${sourceId} and e.changed and not e.is_test and e.at <= ${until}
      and e.to_code not in (${sql.lit(RESPONDENT_CODES.entered)}, ${sql.lit(RESPONDENT_CODES.inSurvey)})
    order by e.position desc limit ${sql.lit(SHOWN)}`.execute(tx)
  return rows.map(({ at, code }) => ({ at: at.toISOString(), code }))
}
