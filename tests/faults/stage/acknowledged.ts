import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import { expect } from 'vitest'
import type { Crowd } from './crowd.ts'

const STATE_OF: Readonly<Record<string, number>> = { '1000': 30, '2000': 31, '4000': 32, '1': 33, '3000': 34 }
const IN_SURVEY = 11

interface Stored {
  readonly accountId: number
  readonly rid: string
  readonly rdud: string
  readonly state: number
  /** How often an entry was recorded for this respondent. */
  readonly entries: number
  /** How often a final state was. */
  readonly ends: number
}

/**
 * Expects that the database stores exactly the steps that it acknowledged to a crowd, each once. The crowd has left:
 * all of its respondents are acknowledged in the end, so that the two are the same.
 */
export async function expectStoredOnce(database: DeskDatabase, crowd: Crowd): Promise<void> {
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<Stored>(
      `
      select r.account_id as "accountId", r.rid, replace(r.rdud::text, '-', '') as rdud, r.code as state,
        count(*) filter (where e.from_code is null)::int as entries, count(*) filter (where e.changed and e.to_code >= 30)::int as ends
      from respondent r join respondent_event e on e.account_id = r.account_id and e.rdud = r.rdud
      -- the platform's link check enters as a test
      where not r.is_test and starts_with(r.rid, $1) group by r.account_id, r.rdud`,
      [`${crowd.name}-`],
    ),
  )
  const stored = rows.map(({ accountId, rdud, ...row }) => ({ ...row, rdud: formatRdud(accountId, rdud) }))
  const acknowledged = [...crowd.entered].map(([rid, rdud]) => {
    const inboundCode = crowd.returned.get(rdud)
    return {
      rid,
      rdud,
      state: inboundCode === undefined ? IN_SURVEY : STATE_OF[inboundCode],
      entries: 1,
      ends: inboundCode === undefined ? 0 : 1,
    }
  })
  const inOrder = <A extends { readonly rid: string }>(list: readonly A[]): A[] =>
    list.toSorted((one, other) => (one.rid < other.rid ? -1 : 1))
  expect(inOrder(stored)).toEqual(inOrder(acknowledged))
  expect([...crowd.entered.keys()].sort()).toEqual([...crowd.knocked].sort())
}
