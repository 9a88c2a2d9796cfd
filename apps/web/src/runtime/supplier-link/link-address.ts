import { MONTH_PATTERN } from '@desk/schema/statements/statement-line'

const TOKEN = /^#([A-Za-z0-9_-]{43})$/

/** The token of the link that was followed: after the #, which no browser sends. Null: there is none. */
export const tokenOf = ({ hash }: Pick<Location, 'hash'>): string | null => TOKEN.exec(hash)?.[1] ?? null

/** The month that the address names; null: none. */
export function monthOf({ search }: Pick<Location, 'search'>): string | null {
  const month = new URLSearchParams(search).get('month')
  return month !== null && MONTH_PATTERN.test(month) ? month : null
}

/** The address of a month of the same link. */
export const monthAddress = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>, month: string): string =>
  `${pathname}?month=${month}${hash}`
