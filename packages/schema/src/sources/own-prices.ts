/** Why another Supply Price of a source is refused: no supplier would be paid it (§5.19). */
export const ONLY_OWN_PRICES = 'Every supplier of this source has its own price'

interface Priced {
  readonly supplier_cpi?: number | string | null
}

const hasOwnPrice = ({ supplier_cpi: price = null }: Priced): boolean => price !== null && price !== ''

/** Whether no supplier is paid the source's Supply Price: there are some, and each has a price of its own (§5.19). @param suppliers with prices as stored, sent or typed */
export const hasOnlyOwnPrices = (suppliers: readonly Priced[]): boolean =>
  suppliers.length > 0 && suppliers.every(hasOwnPrice)

/** Says how many suppliers the source's Supply Price does not concern; nothing where it concerns all. */
export function ownPriceWords(suppliers: readonly Priced[]): readonly string[] {
  const count = suppliers.filter(hasOwnPrice).length
  if (count === 0) return []
  return [count === 1 ? '1 supplier has a price of its own.' : `${count} suppliers have prices of their own.`]
}

/** The fault of another Supply Price while `isIdle`: no supplier is paid it. */
export const idlePrice = ({
  before,
  after,
  isIdle,
}: {
  readonly before: number | null
  readonly after: number | null
  readonly isIdle: boolean
}) => (isIdle && before !== after ? [{ path: ['supplier_cpi'], message: ONLY_OWN_PRICES }] : [])
