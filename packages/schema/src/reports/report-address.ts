import { GREATEST_ID } from '../ids/greatest-id.ts'
import { REPORT_CHOICES_MAX } from './report.ts'

/** The filters of a report that name ids; in the address of its screen, commas separate them. */
const ID_FILTERS = [
  'pm_proj_ud',
  'pm_sy_ud',
  'stmid',
  'pm_sup_ud',
  'consultant',
  'business_unit_ud',
  'pm_cy_cs_id',
  'status',
] as const
export type IdFilter = (typeof ID_FILTERS)[number]

/** Whether a filter of a report names ids. */
export const isIdFilter = (name: string): name is IdFilter => (ID_FILTERS as readonly string[]).includes(name)

/** The ids that an address names, each once; skips texts that are no id, and ids beyond the limit. */
export const idsInAddress = (text: string): readonly number[] => {
  const ids = text.split(',').flatMap(part => (/^\d{1,10}$/.test(part) ? [Number(part)] : []))
  return [...new Set(ids.filter(id => id > 0 && id <= GREATEST_ID))].slice(0, REPORT_CHOICES_MAX)
}
