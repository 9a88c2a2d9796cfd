import { countText, toNumber } from '#ui/format/figures.ts'
import { cellText, isFigure, type DataColumn } from './column.ts'

/** '6 cells · sum 12 · mean 2 · count 6' of the figures among the cells; a sum of several units is none. */
export function sumsText<Row extends object>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const figures = columns.filter(({ kind }) => isFigure(kind))
  const values = figures.flatMap(({ value }) => rows.map(row => toNumber(value(row)))).filter(Number.isFinite)
  const cells = columns.length * rows.length
  const [unit, ...others] = new Set(figures.map(({ kind, currency }) => `${kind} ${currency ?? ''}`))
  const [column] = figures
  const sum = values.reduce((total, value) => total + value, 0)
  const counted = `${countText(cells)} ${cells === 1 ? 'cell' : 'cells'}`
  if (column === undefined || unit === undefined || values.length === 0) return counted
  const count = `count ${countText(values.length)}`
  if (others.length > 0) return `${counted} · ${count}`
  const mean = sum / values.length
  const meanText =
    column.kind === 'integer' ? mean.toLocaleString('en-US', { maximumFractionDigits: 1 }) : cellText(column, mean)
  return `${counted} · sum ${cellText(column, sum)} · mean ${meanText} · ${count}`
}
