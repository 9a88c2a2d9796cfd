import type { LineAddend } from '@desk/schema/reports/line-terms'
import type { Tx } from '#kernel/db/tx'
import { decomposeMoved, type Decomposed } from '#nouns/figure-changes/decompose'
import { isOfMoves } from '@desk/schema/reports/report'
import { readTotal, type LineCounts } from '../reports/report-lines.store.ts'
import { sql } from 'kysely'
import { movedOf } from './line-moves.ts'
import { readLineMoves } from './line-moves.store.ts'
import { readLineRequests } from './line-requests.store.ts'
import { cutAt } from './line-times.store.ts'
import type { AskedLine, FoundLine } from './open-line.ts'

/** What the counters of suppliers in sources know, which add up to any line of studies and suppliers since the beginning. */
const COUNTED: Readonly<Partial<Record<LineAddend, (counts: LineCounts) => number>>> = {
  entrants: ({ entrants }) => entrants,
  eqTerms: ({ eqTerms }) => eqTerms,
  terms: ({ terms }) => terms,
  oQs: ({ oQs }) => oQs,
  sqTerms: ({ sqTerms }) => sqTerms,
  abandons: ({ abandons }) => abandons,
  inflight: ({ inflight }) => inflight,
  completes: ({ completes }) => completes,
  pricedCompletes: ({ pricedCompletes }) => pricedCompletes ?? 0,
  expense: ({ expenseCents }) => expenseCents,
  revenue: ({ revenueCents }) => revenueCents,
  margin: ({ revenueCents, expenseCents }) => revenueCents - expenseCents,
}

/** Whether counters say what a line is now, so that only what came since the first moment is read. */
const isCounted = ({ type, scope, by, terms }: AskedLine): boolean =>
  type !== 'reconciliation' &&
  type !== 'terminations' &&
  type !== 'hours' &&
  scope.from === undefined &&
  scope.to === undefined &&
  !by.some(isOfMoves) &&
  terms.every(({ adds }) => adds.every(addend => COUNTED[addend] !== undefined))

/** Decomposes the change of a line's figure, in the snapshot of a transaction. */
export async function decomposeLine(tx: Tx, asked: AskedLine, { of: line }: FoundLine): Promise<Decomposed> {
  const { accountId, type, view, terms, choice, from, to, scope } = asked
  const addends = new Set(terms.flatMap(({ adds }) => adds))
  if (terms.length === 0) return decomposeMoved([], [], null, view)
  if (type === 'reconciliation')
    return decomposeMoved(
      await readLineRequests(tx, { line, choice, isOfReport: true, from, to }, terms),
      terms,
      null,
      view,
    )
  const rejects =
    addends.has('rejected') && line.kind === 'whole'
      ? await readLineRequests(tx, { line, choice, isOfReport: false, from, to }, terms)
      : []
  if (isCounted(asked)) {
    const times = [
      { from, to, isOutside: false },
      { from: to, to: null, isOutside: true },
    ]
    const moves = await readLineMoves(tx, line, times)
    const counts = await readTotal(
      tx,
      accountId,
      scope,
      sql`${line.ofStudies} and ${line.isSupplied(sql`r.supplier_id`)}`,
    )
    const now = terms.map(({ adds }) => adds.reduce((sum, addend) => sum + (COUNTED[addend]?.(counts) ?? 0), 0))
    return decomposeMoved(
      moves.map(move => movedOf(move, terms, line.kind)),
      terms,
      now,
      view,
    )
  }
  const isOfRequestsAlone = [...addends].every(addend => addend === 'rejected')
  const moves = isOfRequestsAlone ? [] : await readLineMoves(tx, line, cutAt(line.times.moves, from, to))
  return decomposeMoved([...moves.map(move => movedOf(move, terms, line.kind)), ...rejects], terms, null, view)
}
