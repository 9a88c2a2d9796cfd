/** Why another Supply Price of a source is refused: no supplier would be paid it (§5.19). */
export const ONLY_OWN_PRICES = 'Every supplier of this source has its own price'

/** Whether no supplier is paid the source's Supply Price: there are some, and each has a price of its own (§5.19). @param suppliers with prices as stored, sent or typed */
export const hasOnlyOwnPrices = (suppliers: readonly { readonly supplier_cpi?: number | string | null }[]): boolean =>
  suppliers.length > 0 && suppliers.every(({ supplier_cpi: price = null }) => price !== null && price !== '')

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
