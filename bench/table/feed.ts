import { figureColumns } from '@desk/web/kit/tables/figure-columns'
import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { SourceRow } from '@desk/schema/figures/figures'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { pick, seeded } from '../harness/random.ts'

/** The figure columns of the source table; with the name there are fifteen. */
export const FIGURES = figureColumns<SourceRow>('internal', 'source')
export const NAME_WIDTH_PX = 216
export const ROW_HEIGHT_PX = 36
export const TABLE_HEIGHT_PX = 800

const TOUCHED_SHARE = 0.05
const SEED = 6

/** One frame of the push: some cells of some rows. */
export type Batch = readonly { readonly id: string; readonly cells: Partial<SourceRow> }[]

/** The rows that the table opens with. */
export function rowsOf(count: number): SourceRow[] {
  const random = seeded(SEED)
  const figure = (most: number): number => Math.floor(random() * most)
  return Array.from({ length: count }, (_, at) => {
    const entrants = 500 + figure(5_000)
    const completes = figure(400)
    return {
      stmid: at + 1,
      pm_sy_ud: 1,
      name: `${pick(random, ['Kestrel', 'Heron', 'Opal audience', 'River reach'])} ${at + 1}`,
      type: 'diy',
      statusid: STATUS_CODES.live,
      effective_statusid: STATUS_CODES.live,
      status_reason: null,
      status_changed_by: null,
      status_changed_at: '2026-11-01T00:00:00.000Z',
      status_version: 1,
      figures_version: 1,
      allocation: 1 / count,
      entrants,
      eqTerms: figure(200),
      terms: figure(900),
      oQs: figure(300),
      sqTerms: figure(90),
      abandons: figure(600),
      inflight: figure(60),
      completes,
      ir: completes / (completes + 900),
      conversion: completes / entrants,
      loi: 4 + figure(160) / 10,
      supplierCpi: 1 + figure(900) / 100,
      expense: completes * 2.5,
      last_complete_at: null,
      target: 500,
      ...NO_FIELD_FACTS,
    }
  })
}

/**
 * The changes of these rows in so many frames, each of which touches a twentieth of them: a respondent enters, and a
 * third completes.
 */
export function batchesOf(rows: readonly SourceRow[], count: number): Batch[] {
  const random = seeded(SEED + count)
  const now = new Map(rows.map(row => [row.stmid, row]))
  return Array.from({ length: count }, () => {
    const touched = new Set(
      Array.from({ length: Math.ceil(rows.length * TOUCHED_SHARE) }, () => pick(random, rows).stmid),
    )
    return [...touched].flatMap(stmid => {
      const row = now.get(stmid)
      if (!row) return []
      const entrants = row.entrants + 1
      const completes = row.completes + (random() < 1 / 3 ? 1 : 0)
      const cells = {
        figures_version: row.figures_version + 1,
        entrants,
        inflight: Math.floor(random() * 60),
        conversion: completes / entrants,
        ...(completes === row.completes
          ? {}
          : { completes, ir: completes / (completes + 900), expense: completes * 2.5 }),
      }
      now.set(stmid, { ...row, ...cells })
      return [{ id: String(stmid), cells }]
    })
  })
}
