import type { SupplierDesk, SupplierLiveSource } from '@desk/schema/statements/supplier-desk'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { allocationLimit } from '#ledger/door/allocation'
import { isLive } from '#ledger/figures/live-sources-sql'
import { SCOPE_CODES } from '#statuses/status-sql'
import { listDisputes } from '../reconciliation/disputes/disputes.store.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { entryLink } from '../sources/source-tests.store.ts'

const SOURCES_MAX = 200
const DISPUTES_MAX = 20

type Present = Pick<SupplierDesk, 'sources' | 'disputes'>

/** The answer of a link for one month, which shows nothing of the present. */
export const NOTHING_PRESENT: Present = { sources: [], disputes: [] }

/** The live sources of a supplier with their places, and its disputes: as the supplier may see them (S11). */
export async function readPresent(tx: Tx, accountId: number, supplierId: number, publicUrl: string): Promise<Present> {
  const window = await findWindow(tx, accountId)
  const disputes = await listDisputes(
    tx,
    accountId,
    window,
    { state: undefined, supplierId },
    { limit: DISPUTES_MAX, offset: 0 },
  )
  return {
    sources: await listSources(tx, accountId, supplierId, publicUrl),
    disputes: disputes.map(
      ({ rid, rdud, complete_month, state, evidence, raised_at, lapses_at, decided_at, decision_note }) => ({
        rid,
        rdud,
        complete_month,
        state,
        evidence,
        raised_at,
        lapses_at,
        decided_at,
        decision_note,
      }),
    ),
  }
}

interface Row extends Omit<SupplierLiveSource, 'link' | 'places_left'> {
  readonly target: number
  readonly percent: number
  readonly suppliers: number
  readonly allCompletes: number
  readonly params: readonly string[]
}

async function listSources(
  tx: Tx,
  accountId: number,
  supplierId: number,
  publicUrl: string,
): Promise<readonly SupplierLiveSource[]> {
  const { rows } = await sql<Row>`
    select s.source_id as stmid, s.name, s.project_id as pm_proj_ud, s.target, x.allocation_percent::float8 as percent,
      (select count(*)::int from source_supplier o where o.account_id = s.account_id and o.source_id = s.source_id) as suppliers,
      coalesce(w.completes, 0)::int as "allCompletes", coalesce(r.code_30 + r.code_51, 0)::int as completes,
      array(
        select q.condition ->> 'param' from source_qualification q where q.account_id = s.account_id and q.source_id = s.source_id
        union select c ->> 'param' from source_quota t cross join jsonb_array_elements(t.conditions) c
          where t.account_id = s.account_id and t.source_id = s.source_id
        order by 1) as params
    from source_supplier x
      join source s on s.account_id = x.account_id and s.source_id = x.source_id
      left join supplier_rollup r on r.account_id = x.account_id and r.source_id = x.source_id and r.supplier_id = x.supplier_id
      left join rollup w on w.account_id = s.account_id and w.scope = ${SCOPE_CODES.source} and w.scope_id = s.source_id
    where x.account_id = ${accountId} and x.supplier_id = ${supplierId} and ${isLive(accountId)}
    order by s.name collate "und-x-icu", s.source_id limit ${SOURCES_MAX}`.execute(tx)
  return rows.map(({ target, percent, suppliers, allCompletes, params, ...source }) => {
    const own = suppliers > 1 ? allocationLimit(target, percent) : target
    return {
      ...source,
      link: entryLink(publicUrl, source.stmid, supplierId, params),
      places_left: Math.max(0, Math.min(target - allCompletes, own - source.completes)),
    }
  })
}
