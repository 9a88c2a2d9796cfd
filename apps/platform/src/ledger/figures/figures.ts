import { FIGURE_COLUMN_LIST, type FigureColumnId, type SummedColumnId } from '@desk/schema/columns/figure-columns'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import type { Figures } from '@desk/schema/figures/figures'

export const NO_COUNTS: RollupCounts = {
  entrants: 0,
  eqTerms: 0,
  terms: 0,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  completes: 0,
  pricedCompletes: 0,
  expenseCents: 0,
  loiMedianSeconds: null,
  lastCompleteAt: null,
}

const SUMMED = FIGURE_COLUMN_LIST.filter(({ isOfOneAlone }) => isOfOneAlone !== true)

function workOut(
  columns: typeof FIGURE_COLUMN_LIST,
  counts: RollupCounts,
  allocation?: number | null,
): Record<string, number | null> {
  const figures: Record<string, number | null> = {}
  for (const { id, of } of columns) {
    const value = of(counts, allocation)
    if (value !== undefined) figures[id] = value
  }
  return figures
}

/**
 * The figures of §3.9–3.22 in the internal view, from a rollup.
 * @param target target (N) of the object
 * @param allocation its share of the survey's quota; left out where there is none, as for a project
 */
export function figuresOf(counts: RollupCounts, target: number, allocation?: number | null): Figures {
  return {
    // by name, as the catalogue's types hold each column to its field
    ...(workOut(FIGURE_COLUMN_LIST, counts, allocation) as Pick<Figures, FigureColumnId>),
    last_complete_at: counts.lastCompleteAt?.toISOString() ?? null,
    target,
  }
}

/** The figures of several projects together in the internal view, from the sums of their rollups. */
export function summedFiguresOf(counts: Omit<RollupCounts, 'loiMedianSeconds'>): Pick<Figures, SummedColumnId> {
  return workOut(SUMMED, { ...counts, loiMedianSeconds: null }) as Pick<Figures, SummedColumnId> // as above
}
