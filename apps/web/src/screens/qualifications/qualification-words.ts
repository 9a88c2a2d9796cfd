import type { CodeItem } from '@desk/schema/lookups/lookups'
import type { Qualification } from '@desk/schema/qualifications/qualification'

export const codeName = (codes: readonly CodeItem[], code: number): string => codes.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? String(code)

const SHOWN_LOCALES = 2

/** Where a qualification is asked, in as few words as it takes. */
export function localeWords({ qualification_texts: texts }: Pick<Qualification, 'qualification_texts'>): string {
  const named = texts.slice(0, SHOWN_LOCALES).map(({ language_name, country_name }) => `${language_name}, ${country_name}`)
  const more = texts.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

/** How many options a text of it has: one number where all have as many, else from the fewest to the most. */
export function optionsWords({ qualification_texts: texts }: Pick<Qualification, 'qualification_texts'>): string {
  const counts = texts.map(({ options_count }) => options_count)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  if (counts.length === 0 || most === 0) return '-'
  return fewest === most ? most.toLocaleString('en-US') : `${fewest.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`
}
