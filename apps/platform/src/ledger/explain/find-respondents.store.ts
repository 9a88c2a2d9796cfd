import type { RespondentHit } from '@desk/schema/search/search'
import type { Tx } from '#kernel/db/tx'
import { formatRdud, parseRdud } from '../facts/rdud.ts'

/** A rid may have entered several sources; only the newest are shown. */
const MOST_FOUND = 5
const HEX_ID = /^[0-9a-f]{32}$/

/** The respondent's id in a search text: an RDUD, or its hex part, with or without dashes; null for anything else. */
export function idOf(accountId: number, find: string): string | null {
  const parts = parseRdud(find)
  if (parts !== null) return parts.accountId === accountId ? parts.hex : null
  const hex = find.toLowerCase().replaceAll('-', '')
  return HEX_ID.test(hex) ? hex : null
}

// two statements in one, each of which its own index answers (docs/decisions/0012): the primary key, and respondent_by_rid
export const FIND_RESPONDENTS = `
  select f.rdud, f.rid, f.code, f.source_id as stmid, s.name as source_name, s.survey_id as pm_sy_ud, s.project_id as pm_proj_ud
  from (
    (select rdud, rid, code, source_id, entered_at from respondent where account_id = $1 and rdud = $2::uuid)
    union
    (select rdud, rid, code, source_id, entered_at from respondent where account_id = $1 and rid = $3 order by entered_at desc limit ${MOST_FOUND})
  ) f join source s on s.account_id = $1 and s.source_id = f.source_id
  order by f.entered_at desc, f.rdud limit ${MOST_FOUND}`

/** The account's respondents of an RDUD or a rid, in any source, newest first. */
export async function findRespondents(tx: Tx, accountId: number, find: string): Promise<readonly RespondentHit[]> {
  const { rows } = await tx.client.query<RespondentHit>({
    text: FIND_RESPONDENTS,
    values: [accountId, idOf(accountId, find), find],
  })
  return rows.map(row => ({ ...row, rdud: formatRdud(accountId, row.rdud.replaceAll('-', '')) }))
}
