/** The parts of a supplier's page, by their names in the URL. */
export const SUPPLIER_TABS = {
  sources: 'Sources',
  quality: 'Quality',
  money: 'Money',
  statements: 'Statements',
  contacts: 'Contacts',
  settings: 'Settings',
} as const
export type SupplierTab = keyof typeof SUPPLIER_TABS

const isTab = (text: unknown): text is SupplierTab => typeof text === 'string' && Object.hasOwn(SUPPLIER_TABS, text)

/** The tab of the URL; the first one without or with an unknown name. */
export const supplierTabOf = (text: unknown): SupplierTab => (isTab(text) ? text : 'sources')

/** The address of a tab. */
export const supplierTabHref = (supplierId: number, tab: SupplierTab): string =>
  tab === 'sources' ? `#/suppliers/${supplierId}` : `#/suppliers/${supplierId}?tab=${tab}`

const DAYS = [7, 30, 90] as const
const DAYS_FIRST = 30

/** The time of the figures. */
export const DAY_OPTIONS = DAYS.map(days => ({ id: String(days), label: `${days} days` }))

/** The days of the URL. */
export const daysOf = (text: unknown): number => DAYS.find(days => String(days) === String(text)) ?? DAYS_FIRST
