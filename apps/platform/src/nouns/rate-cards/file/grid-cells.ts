import type { RateGrid } from '@desk/schema/rate-cards/rate-card'
import { csvStart } from '#kernel/files/csv-file'

/** The first cell of a rate card that no file made. */
const CORNER = 'LOI (minutes) / IR (%)'
const LINE_END = '\r\n'

/** A grid as the cells of a file: figures as numbers, nothing where a quote is asked for. */
export function gridCells(grid: RateGrid, corner: string): readonly (readonly (string | number | null)[])[] {
  return [
    [corner === '' ? CORNER : corner, ...grid.ir_percents],
    ...grid.loi_minutes.map((loi, row) => [
      loi,
      ...grid.ir_percents.map((_, column) => {
        const cents = grid.prices_minor[row]?.[column] ?? null
        return cents === null ? null : cents / 100
      }),
    ]),
  ]
}

/** A grid as CSV: prices with two decimals. */
export function gridCsv(grid: RateGrid, corner: string): Buffer {
  const [head = [], ...rows] = gridCells(grid, corner)
  const [first, ...irs] = head
  const lines = [
    [quoted(String(first)), ...irs.map(String)],
    ...rows.map(([loi, ...prices]) => [
      String(loi),
      ...prices.map(price => (typeof price === 'number' ? price.toFixed(2) : '')),
    ]),
  ]
  return csvStart(lines.map(line => line.join(',') + LINE_END).join(''))
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
