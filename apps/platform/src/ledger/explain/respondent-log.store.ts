import { LOG_SEARCHED_MAX, type LoggedRespondent, type RespondentLog } from '@desk/schema/respondents/respondent-log'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '../facts/rdud.ts'

interface Asked {
  readonly code?: number
  readonly from?: string
  readonly before?: number
  readonly limit: number
}

type Row = LoggedRespondent & { readonly position: string }

// the lines of respondent_event_of_source, newest first; a respondent is at their last one
export const RESPONDENT_LOG = `
  select e.position, e.rdud, r.rid, e.to_code as code, e.at, coalesce(e.detail ->> 'rule', e.detail ->> 'reason') as rule, su.name as supplier
  from (
    select position, rdud, to_code, at, detail from respondent_event
    where account_id = $1 and source_id = $2 and changed and not is_test and position < $3
    order by position desc limit ${LOG_SEARCHED_MAX}
  ) e
    join respondent r on r.account_id = $1 and r.rdud = e.rdud
    left join supplier su on su.account_id = $1 and su.supplier_id = r.supplier_id
  where ($4::int is null or e.to_code = $4) and ($5::timestamptz is null or e.at >= $5)
    and not exists (
      select from respondent_event l where l.account_id = $1 and l.rdud = e.rdud and l.changed and l.position > e.position)
  order by e.position desc limit $6`

const LAST_SEARCHED = `
  select position from respondent_event
  where account_id = $1 and source_id = $2 and changed and not is_test and position < $3
  order by position desc offset ${LOG_SEARCHED_MAX - 1} limit 1`

/** The respondents of a source, the last change first: of each the state, when and by which rule it came, and the supplier. */
export async function listRespondents(
  tx: Tx,
  accountId: number,
  sourceId: number,
  { code, from, before = Number.MAX_SAFE_INTEGER, limit }: Asked,
): Promise<RespondentLog> {
  const { rows } = await tx.client.query<Omit<Row, 'at'> & { readonly at: Date }>({
    text: RESPONDENT_LOG,
    values: [accountId, sourceId, before, code ?? null, from ?? null, limit + 1],
  })
  const shown = rows.slice(0, limit)
  const isMore = rows.length > limit
  const searched = isMore
    ? undefined
    : (
        await tx.client.query<{ readonly position: string }>({
          text: LAST_SEARCHED,
          values: [accountId, sourceId, before],
        })
      ).rows[0]
  const next = isMore ? shown.at(-1)?.position : searched?.position
  return {
    respondents: shown.map(({ position: _position, at, rdud, ...row }) => ({
      ...row,
      rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
      at: at.toISOString(),
    })),
    next: next === undefined ? null : Number(next),
  }
}
