import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'

const LIVE = sql.lit(STATUS_CODES.live)

/** Whether a source `s` of the account is live in a live survey of a live project; the surveys are read once. */
export const isLive = (accountId: number): RawBuilder<boolean> => sql`s.account_id = ${accountId} and s.status = ${LIVE}
  and s.survey_id = any(array(
    select v.survey_id from survey v join project l on l.account_id = v.account_id and l.project_id = v.project_id
    where v.account_id = ${accountId} and v.status = ${LIVE} and l.status = ${LIVE}))`
