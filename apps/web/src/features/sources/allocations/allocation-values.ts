import { allocationSum, isWhole } from '@desk/schema/sources/source-suppliers'
import type { AllocationTemplate } from '@desk/schema/sources/allocation-template'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { numberOrNull, priceTyped, typedNumber } from '#kit/forms/typed-number.ts'
import { isolated } from '#ui/format/isolated.ts'

/** A supplier of a source during editing: share and price are typed text. */
export interface PartValue {
  readonly pm_sup_ud: number
  readonly allocation_percent: string
  readonly supplier_cpi: string
}

type StoredPart = Pick<
  AllocationTemplate['suppliers'][number],
  'pm_sup_ud' | 'name' | 'allocation_percent' | 'supplier_cpi'
>

/** Suppliers as a form edits them, of a source or a template. @param hasPrices an exchange sets its own: prices of a template are left out there */
export function partValues(suppliers: readonly StoredPart[], hasPrices = true): readonly PartValue[] {
  return suppliers.map(({ pm_sup_ud, allocation_percent: percent, supplier_cpi: price }) => ({
    pm_sup_ud,
    allocation_percent: String(percent),
    supplier_cpi: hasPrices ? priceTyped(price) : '',
  }))
}

/** Suppliers with their shares and agreed prices, in words. */
export const partsWords = (suppliers: readonly StoredPart[]): string =>
  suppliers.length === 0
    ? NO_FIGURE
    : suppliers
        .map(
          ({ name, allocation_percent: percent, supplier_cpi: price }) =>
            `${isolated(name)} ${percent} %${price === null ? '' : ` at $${price.toFixed(2)}`}`,
        )
        .join(', ')

/** The suppliers for checking and sending; without a price the source's own counts. */
export function partsWire(parts: readonly PartValue[]) {
  return parts.map(({ pm_sup_ud, allocation_percent, supplier_cpi }) => {
    const percent = typedNumber(allocation_percent)
    const price = typedNumber(supplier_cpi)
    return {
      pm_sup_ud,
      ...(percent === undefined ? {} : { allocation_percent: percent }),
      ...(price === undefined ? {} : { supplier_cpi: price }),
    }
  })
}

const WHOLE_HUNDREDTHS = 10_000

/** 100 % in equal shares with two decimals; the first ones take the remainder. */
export function evenPercents(count: number): readonly number[] {
  const part = Math.floor(WHOLE_HUNDREDTHS / Math.max(1, count))
  const rest = WHOLE_HUNDREDTHS - part * count
  return Array.from({ length: count }, (_, at) => (part + (at < rest ? 1 : 0)) / 100)
}

/** Gives each supplier an even part. */
export function evenly(parts: readonly PartValue[]): readonly PartValue[] {
  const percents = evenPercents(parts.length)
  return parts.map((part, at) => ({ ...part, allocation_percent: String(percents[at] ?? 0) }))
}

/** Adds a supplier with the rest of 100 %. */
export function withSupplier(parts: readonly PartValue[], id: number): readonly PartValue[] {
  const left = Math.max(0, Math.round((100 - percentSum(parts)) * 100) / 100)
  return [...parts, { pm_sup_ud: id, allocation_percent: String(left), supplier_cpi: '' }]
}

const percentOf = ({ allocation_percent }: PartValue): number => numberOrNull(allocation_percent) ?? 0

const inNumbers = (parts: readonly PartValue[]) => parts.map(part => ({ allocation_percent: percentOf(part) }))

/** The sum of the parts, in percent. */
export const percentSum = (parts: readonly PartValue[]): number => allocationSum(inNumbers(parts))

/** How wide each part of the bar is, in percent of the bar: more than 100 % is drawn to scale. */
export function barWidths(parts: readonly PartValue[]): readonly number[] {
  const sum = percentSum(parts)
  return parts.map(part => (Math.max(0, percentOf(part)) / Math.max(100, sum)) * 100)
}

/** How far the shares are from 100 %, in words. */
export function sumWords(parts: readonly PartValue[]): string {
  const sum = percentSum(parts)
  if (parts.length === 0) return 'No supplier yet'
  if (isWhole(inNumbers(parts))) return 'Adds up to 100 %'
  const off = Math.round(Math.abs(100 - sum) * 100) / 100
  return sum < 100 ? `Adds up to ${sum} %: ${off} % is left to give` : `Adds up to ${sum} %: ${off} % too much`
}

export const isAllGiven = (parts: readonly PartValue[]): boolean => isWhole(inNumbers(parts))
