import type { ChangePart } from '@desk/schema/figures/figure-change'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Part } from './decompose.ts'

export interface PartNames {
  readonly suppliers: ReadonlyMap<number, string>
  /** By its id: the reconciliation's number, and that of the one that it takes back. */
  readonly requests: ReadonlyMap<number, { readonly number: number; readonly undoes: number | null }>
}

const idsOf = (ids: readonly (number | null | undefined)[]): readonly number[] => [
  ...new Set(ids.filter(id => typeof id === 'number')),
]

/** Reads the names of the suppliers, and the numbers of the reconciliations, that parts speak of. */
export async function readPartNames(tx: Tx, accountId: number, parts: readonly Part[]): Promise<PartNames> {
  const supplierIds = idsOf(parts.map(({ supplierId }) => supplierId))
  const requestIds = idsOf(parts.map(({ request }) => request))
  const suppliers =
    supplierIds.length === 0
      ? []
      : (
          await sql<{
            id: number
            name: string
          }>`select supplier_id as id, name from supplier where account_id = ${accountId} and supplier_id = any(${sql.val(supplierIds)}::int[])`.execute(
            tx,
          )
        ).rows
  const requests =
    requestIds.length === 0
      ? []
      : (
          await sql<{ id: number; number: number; undoes: number | null }>`
            select q.reconciliation_id as id, q.number, u.number as undoes
            from reconciliation q left join reconciliation u on u.account_id = q.account_id and u.reconciliation_id = q.undo_of
            where q.account_id = ${accountId} and q.reconciliation_id = any(${sql.val(requestIds)}::int[])`.execute(tx)
        ).rows
  return {
    suppliers: new Map(suppliers.map(({ id, name }) => [id, name])),
    requests: new Map(requests.map(({ id, ...request }) => [id, request])),
  }
}

/** A part with the names of what it speaks of. */
export function partOnWire(
  { supplierId, cause, from, to, rule, request, respondents, changes }: Part,
  names: PartNames,
): ChangePart {
  const stored = request === null ? undefined : names.requests.get(request)
  return {
    ...(supplierId === undefined
      ? {}
      : { sup: supplierId ?? 0, supplier: supplierId === null ? null : (names.suppliers.get(supplierId) ?? null) }),
    cause,
    from_code: from,
    to_code: to,
    rule,
    request,
    request_number: stored?.number ?? null,
    undoes_number: stored?.undoes ?? null,
    respondents,
    changes,
  }
}
