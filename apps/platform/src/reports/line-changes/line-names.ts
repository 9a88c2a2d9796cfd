import type { LineKey } from '@desk/schema/figures/line-change'
import type { ReportLineKey } from '@desk/schema/reports/line-keys'
import { reportLineKeys } from '@desk/schema/reports/line-keys'
import { lineName, ruleOrReason, type ReportLine } from '@desk/schema/reports/report-columns'
import {
  NARROWING_FILTERS,
  REPORT_DIMENSIONS,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Tx } from '#kernel/db/tx'
import { findNarrowing } from '../reports/report-narrowing.store.ts'
import type { LineChoice } from './line-choice.ts'

const isDimension = (key: ReportLineKey): key is ReportDimension => Object.hasOwn(REPORT_DIMENSIONS, key)

function ownName(key: ReportLineKey, id: string | number | null): string {
  if (key === 'state') return lineName({ state: { id, name: '' } } as unknown as ReportLine, 'state') // a line of states
  if (key === 'quota') return id === null ? 'The source itself' : String(id)
  if (id === null) return 'None given'
  if (key === 'rule') return ruleOrReason(String(id))
  return key === 'reason_code' ? (reasonLabel(Number(id)) ?? String(id)) : String(id)
}

/**
 * What a line stands for, in words.
 * @returns undefined: something of it is not the account's
 */
export async function findLineNames(
  tx: Tx,
  accountId: number,
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  choice: LineChoice,
): Promise<readonly LineKey[] | undefined> {
  const keys = reportLineKeys(type, by, view)
  const narrowing = Object.entries(NARROWING_FILTERS).flatMap(([filter, dimension]) => {
    const id = keys.includes(dimension) ? choice[dimension] : undefined
    return typeof id === 'number' ? [[filter, [id]] as const] : []
  })
  const found = await findNarrowing(tx, accountId, Object.fromEntries(narrowing))
  if (found === undefined || found.length < narrowing.length) return undefined
  return keys.map(key => {
    const id = choice[key] ?? null
    const text = id === null ? null : String(id)
    if (!isDimension(key) || key === 'state') return { is: key, id: text, name: ownName(key, id) }
    const name = found.find(({ is }) => is === key)?.name ?? String(id)
    const named = { [key]: id === null ? null : { id, name } } as unknown as ReportLine // a line of that dimension
    return { is: key, id: text, name: lineName(named, key) }
  })
}
