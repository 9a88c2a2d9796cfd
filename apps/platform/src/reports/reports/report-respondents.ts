import type { Caller } from '@desk/api/authorization'
import type { ChangedRespondent, PartAsked } from '@desk/schema/figures/figure-change'
import type { ReportChangeQuery } from '@desk/schema/reports/report-change'
import type { ReportType } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { SUM_READS } from '#ledger/sums/moves-within'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type Page, type PageQuery } from '#kernel/lists/page'
import { respondentsOnWire, storedPart, type StoredPart, type StoredRespondent } from '#nouns/figure-changes/asked-part'
import { findLine, hoursOf, isOfRejects, openChange, storedWithin, touchingOf, type OpenChange } from './open-change.ts'
import {
  listAdjustedRespondents,
  listHourRespondents,
  listMovedRespondents,
  listRejectedRespondents,
} from './report-respondents.store.ts'

/** The lines whose moves terms count: a share of terminations divides by the entrants of all states. */
function countedLines({ terms, keys, asked }: Pick<OpenChange, 'terms' | 'keys'> & { asked: OpenChange['open'] }) {
  const counted = (of: typeof terms, its: typeof keys) =>
    of.length === 0 ? [] : [{ asked: { ...asked, touching: touchingOf(of, its, asked.hiddenCodes) }, keys: its }]
  return [
    ...counted(
      terms.filter(({ isOfAllStates }) => isOfAllStates !== true),
      keys,
    ),
    ...counted(
      terms.filter(({ isOfAllStates }) => isOfAllStates === true),
      keys.filter(({ is }) => is !== 'state' && is !== 'reason'),
    ),
  ]
}

/** Undefined: there is no such line. */
async function listRespondents(
  tx: Tx,
  type: ReportType,
  { open, by, keys, terms, from, to }: OpenChange,
  part: StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[] | undefined> {
  const line = await findLine(tx, { open, by, keys })
  if (line === undefined) return undefined
  const { scope } = line
  const { accountId } = open
  if (type === 'reconciliation') {
    const { asked } = line
    const within = { ...asked.scope, ...storedWithin(asked.scope, from, to) }
    return listAdjustedRespondents(tx, accountId, within, keys, part, page)
  }
  if (type === 'hours') {
    const things = keys.filter(({ is }) => is !== 'hour')
    const counted = terms.some(({ adds }) => adds.includes('completes')) ? 'completes' : 'entrants'
    const asked = { accountId, scope, keys: things, hours: hoursOf(scope, keys), from, to }
    return listHourRespondents(tx, asked, counted, part, page)
  }
  const asked = { ...line.asked, within: { from, to } }
  if (part.request !== null && isOfRejects(terms)) return listRejectedRespondents(tx, asked, keys, part, page)
  return listMovedRespondents(tx, asked, countedLines({ asked, terms, keys }), part, page)
}

/** Who makes up one part of why a report's figure changed, newest first (settlement.md §4, docs/decisions/0062). */
export const listReportRespondents = Effect.fn('Reports.listReportRespondents')(function* (
  database: Database['Service'],
  type: ReportType,
  query: ReportChangeQuery & PartAsked & PageQuery,
  caller: Caller,
) {
  const change = yield* openChange(database, type, query, caller)
  const part = storedPart(query, caller.view)
  const found = yield* database.readAsAccount(
    caller.accountId,
    tx => listRespondents(tx, type, change, part, pageOf(query)),
    SUM_READS,
  )
  return respondentsOnWire(caller.accountId, yield* orNotFound(found)) satisfies readonly ChangedRespondent[]
})
