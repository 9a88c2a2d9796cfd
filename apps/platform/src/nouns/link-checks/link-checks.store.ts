import { LINK_CHECK_EVERY_MINUTES, LINK_CHECK_FAILURES } from '@desk/schema/surveys/link-check'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A live survey whose chain is due, with the source by which it is entered. */
export interface DueSurvey {
  readonly accountId: number
  readonly surveyId: number
  readonly projectId: number
  readonly sourceId: number
  readonly surveyUrl: string
  readonly device: DeviceTypeId
  readonly hostsOff: string | null
}

const LIVE = sql.lit(STATUS_CODES.live)

/** Surveys whose chain is tried: effectively live, with a live source and an address, not switched off, of accounts that are not suspended. */
const CHECKED = sql`survey y
  join project p on p.account_id = y.account_id and p.project_id = y.project_id and p.status = ${LIVE}
  join account a on a.account_id = y.account_id and a.suspended_at is null
  cross join lateral (select s.source_id from source s
    where s.account_id = y.account_id and s.survey_id = y.survey_id and s.status = ${LIVE} order by s.type = 'classic', s.source_id limit 1) s
  where y.status = ${LIVE} and y.link_check and y.survey_url is not null and y.survey_url <> ${PRACTICE_SURVEY_URL}`

/** The surveys that were tried longest ago, and are due. */
export async function readDue(tx: Tx, nowMs: number, limit: number): Promise<readonly DueSurvey[]> {
  const { rows } = await sql<DueSurvey>`
    select c.* from (
      select y.account_id as "accountId", y.survey_id as "surveyId", y.project_id as "projectId", s.source_id as "sourceId",
        y.survey_url as "surveyUrl", y.device_types[1] as device, a.link_check_hosts_off as "hostsOff",
        (select k.checked_at from link_check k where k.account_id = y.account_id and k.survey_id = y.survey_id) as "checkedAt"
      from ${CHECKED}) c
    where c."checkedAt" is null or c."checkedAt" <= to_timestamp(${nowMs}::float8 / 1000) - ${sql.lit(`${LINK_CHECK_EVERY_MINUTES} minutes`)}::interval
    order by c."checkedAt" nulls first, c."surveyId" limit ${limit}`.execute(tx)
  return rows
}

/** Stores a result, unless the survey is not tried any more. @returns the failures in a row; undefined: it is not */
export async function storeCheck(
  tx: Tx,
  { accountId, surveyId }: Pick<DueSurvey, 'accountId' | 'surveyId'>,
  fault: string | null,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into link_check as k (account_id, survey_id, checked_at, fault, failures)
    select y.account_id, y.survey_id, ${at}, ${fault}::text, ${fault === null ? 0 : 1}
    from ${CHECKED} and y.account_id = ${accountId} and y.survey_id = ${surveyId}
    on conflict (account_id, survey_id) do update set checked_at = excluded.checked_at, fault = excluded.fault,
      failures = case when excluded.fault is null then 0 else k.failures + 1 end
    returning failures`.execute(tx)
  return rows[0]?.failures
}

/** The surveys with an open alert whose chain is not tried any more; their failures are forgotten. */
export async function forgetUnchecked(
  tx: Tx,
): Promise<readonly { readonly accountId: number; readonly surveyId: number }[]> {
  const { rows } = await sql<{ accountId: number; surveyId: number; failures: number }>`
    delete from link_check k where not exists (
      select from ${CHECKED} and y.account_id = k.account_id and y.survey_id = k.survey_id)
    returning account_id as "accountId", survey_id as "surveyId", failures`.execute(tx)
  return rows.filter(({ failures }) => failures >= LINK_CHECK_FAILURES)
}
