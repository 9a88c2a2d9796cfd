import type { RateGrid } from '@desk/schema/rate-cards/rate-card'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './rate-cards.module.css'

/** The price of a grid for exactly this LOI and incidence; undefined where it has no such cell. */
function priceIn(grid: RateGrid, loi: number, ir: number): number | null | undefined {
  const [row, column] = [grid.loi_minutes.indexOf(loi), grid.ir_percents.indexOf(ir)]
  return row === -1 || column === -1 ? undefined : (grid.prices_minor[row]?.[column] ?? null)
}

const priceText = (cents: number | null | undefined): string =>
  cents === undefined ? 'none' : cents === null ? 'quote' : (cents / 100).toFixed(2)

/** The LOI and incidences of one grid or of two, in their order. */
const union = (one: readonly number[], other: readonly number[]): readonly number[] => [...new Set([...one, ...other])]

export interface RateGridTableProps {
  readonly label: string
  readonly grid: RateGrid
  /** Another version: cells that differ show its price as well. */
  readonly before: RateGrid | null
}

/** How many cells of two grids differ. */
export function changedCells(grid: RateGrid, before: RateGrid): number {
  return union(grid.loi_minutes, before.loi_minutes)
    .flatMap(loi => union(grid.ir_percents, before.ir_percents).map(ir => [loi, ir] as const))
    .filter(([loi, ir]) => priceIn(grid, loi, ir) !== priceIn(before, loi, ir)).length
}

/** The prices of a rate card: a row for each LOI, a column for each incidence. */
export function RateGridTable({ label, grid, before }: RateGridTableProps) {
  const lois = union(grid.loi_minutes, before?.loi_minutes ?? []).toSorted((one, other) => one - other)
  const irs = union(grid.ir_percents, before?.ir_percents ?? []).toSorted((one, other) => other - one)
  return (
    // a focusable frame, so that it scrolls by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
    <div className={styles['frame']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['grid']}>
        <thead>
          <tr>
            <th scope="col">LOI (minutes)</th>
            {irs.map(ir => (
              <th key={ir} scope="col">
                {ir}%
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lois.map(loi => (
            <tr key={loi}>
              <th scope="row">{loi}</th>
              {irs.map(ir => {
                const price = priceIn(grid, loi, ir)
                const old = before === null ? price : priceIn(before, loi, ir)
                return (
                  <td key={ir} data-changed={old === price ? undefined : true} data-quote={price == null || undefined}>
                    {old === price ? null : (
                      <del>
                        {priceText(old)} <VisuallyHidden>before, now</VisuallyHidden>
                      </del>
                    )}
                    {priceText(price)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
