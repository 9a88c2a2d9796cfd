import type { StatementChangePart } from '@desk/schema/statements/statement-change'
import type { Tx } from '#kernel/db/tx'
import { findWindow } from '../../reconciliation/requests.store.ts'
import type { Month } from '../months.ts'
import { readOpen, sumOpen } from '../movements.store.ts'
import { readOpenSell } from '../sell-movements.store.ts'
import type { ChangedStatement, ChangedSum } from '../changed-lines.ts'
import { readStatementChange } from '../statement-changes.ts'
import { added, NO_LINES, type Sums } from '../sums.ts'

/** A project that moves from one business unit to another moves its sums without a line, so units are not compared. */
const SCOPES = ['supplier', 'project'] as const

const PARTS_MAX = 1_000

interface Shown extends ChangedStatement {
  readonly atMs: number
  readonly sums: Sums
}

const sumsOf = ({ lines, completes, complete_cents, adjustments, adjustment_cents, total_cents }: Sums): Sums => ({
  lines,
  completes,
  complete_cents,
  adjustments,
  adjustment_cents,
  total_cents,
})

const sumOfParts = ({
  parts,
}: {
  readonly parts: readonly Pick<StatementChangePart, 'kind' | 'lines' | 'amount_cents'>[]
}): Sums =>
  parts.reduce<Sums>((sum, { kind, lines, amount_cents: cents }) => {
    const isComplete = kind === 'complete'
    return added(sum, {
      lines,
      completes: isComplete ? lines : 0,
      complete_cents: isComplete ? cents : 0,
      adjustments: isComplete ? 0 : lines,
      adjustment_cents: isComplete ? 0 : cents,
      total_cents: cents,
    })
  }, NO_LINES)

interface Alike {
  readonly kind: string
  readonly origin: Month
  readonly pm_proj_ud: number
  readonly reason_code: number | null
  readonly amount_cents: number
  readonly lines?: number
}
/** Lines or parts by what both tell of themselves: there are fewer lines here than an answer names. */
function alike(told: readonly Alike[]): readonly unknown[] {
  const sums = new Map<string, readonly [lines: number, cents: number]>()
  for (const { kind, origin, pm_proj_ud: projectId, reason_code: reason, amount_cents: cents, lines = 1 } of told) {
    const key = [kind, origin, projectId, reason].join()
    const [linesBefore, centsBefore] = sums.get(key) ?? [0, 0]
    sums.set(key, [linesBefore + lines, centsBefore + cents])
  }
  return [...sums].toSorted(([one], [other]) => one.localeCompare(other))
}

/** Remembers the sums of open statements at each moment, and compares them with later reports of their changes. */
export class ShownSums {
  readonly #shown = new Map<string, Shown>()

  /** The sums shown at a moment; a later call of the same moment counts. */
  async note(tx: Tx, accountId: number, firstOpen: Month, at: Date): Promise<void> {
    const window = await findWindow(tx, accountId)
    for (const scope of SCOPES) {
      const open = await sumOpen(tx, accountId, window, firstOpen, scope)
      for (const { month, scopeId, ...sums } of open)
        this.#shown.set([at.getTime(), scope, month, scopeId].join(), {
          atMs: at.getTime(),
          scope,
          month,
          scopeId,
          sums: sumsOf(sums),
        })
      for (const month of new Set(open.map(sums => sums.month)))
        this.#shown.set([at.getTime(), scope, month, 'all'].join(), {
          atMs: at.getTime(),
          scope,
          month,
          scopeId: null,
          sums: sumsOf(open.filter(sums => sums.month === month).reduce<Sums>(added, NO_LINES)),
        })
      for (const { month, scopeId } of open)
        for (const { sum, sums } of await this.#partsOf(tx, accountId, firstOpen, { scope, month, scopeId }))
          this.#shown.set([at.getTime(), scope, month, scopeId, ...Object.values(sum)].join(), {
            atMs: at.getTime(),
            scope,
            month,
            scopeId,
            sum,
            sums,
          })
    }
  }

  /** The sums of an open statement by source or survey, kind, month of origin and price. */
  async #partsOf(
    tx: Tx,
    accountId: number,
    firstOpen: Month,
    of: { readonly scope: 'supplier' | 'project'; readonly month: Month; readonly scopeId: number },
  ): Promise<readonly { readonly sum: ChangedSum; readonly sums: Sums }[]> {
    const window = await findWindow(tx, accountId)
    const page = { limit: 1, offset: 0 }
    const { scope } = of
    const parts =
      scope === 'supplier'
        ? (await readOpen(tx, accountId, window, firstOpen, of, page, PARTS_MAX)).parts.map(part => ({
            ...part,
            placeId: part.stmid,
          }))
        : (await readOpenSell(tx, accountId, window, firstOpen, { ...of, scope }, page, PARTS_MAX)).parts.map(part => ({
            ...part,
            placeId: part.pm_sy_ud,
          }))
    return parts.map(({ placeId, kind, origin, price_cents: priceCents, lines, amount_cents: cents }) => ({
      sum: { placeId, kind, origin, priceCents },
      sums: sumOfParts({ parts: [{ kind, lines, amount_cents: cents }] }),
    }))
  }

  /** Two moments of the same statement, closed in between or not, whose reported difference is wrong. */
  async faultsOfChanges(tx: Tx, accountId: number, at: Date): Promise<readonly unknown[]> {
    const faults: unknown[] = []
    const earlier = new Map<string, Shown>()
    for (const shown of this.#shown.values()) {
      const { atMs, scope, month, scopeId, sum, sums } = shown
      const key = [scope, month, scopeId, ...Object.values(sum ?? {})].join()
      const first = earlier.get(key)
      earlier.set(key, first ?? shown)
      const from = first === undefined ? 0 : first.atMs + 1
      const span = { from: new Date(from).toISOString(), to: new Date(atMs + 1).toISOString() }
      if (from > atMs) continue
      const found = await readStatementChange(tx, { accountId, view: 'internal' }, shown, span, at)
      const before = first?.sums ?? NO_LINES
      const parts = found === undefined ? undefined : sumOfParts(found)
      const told = [found?.before, parts === undefined ? undefined : added(before, parts), found?.after]
      if (JSON.stringify(told) !== JSON.stringify([before, sums, sums])) faults.push([shown, before, told, found])
      if (found !== undefined && JSON.stringify(alike(found.newest)) !== JSON.stringify(alike(found.parts)))
        faults.push(['its lines are not its parts', shown, found])
    }
    return faults
  }
}
