import {
  QUALIFICATION_ACCESS_ITEMS,
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
  TEXT_STATUSES,
} from '@desk/schema/qualifications/qualification-codes'
import type { Qualification, QualificationText } from '@desk/schema/qualifications/qualification'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { StoredOption } from './options.store.ts'

/** The label of a code of a list. */
export const nameOf = (items: readonly CodeItem[], code: number): string =>
  items.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? String(code)

/** A text's language and country, as the history names them. */
const localeOf = ({ language_name, country_name }: QualificationText): string => `${language_name}, ${country_name}`

/** A qualification's fields and texts as its history tells of them. */
export function qualificationFacts(qualification: Qualification): HistoryFacts {
  return {
    qualifications_name: qualification.qualifications_name,
    qualification_type_cd: nameOf(QUALIFICATION_TYPE_ITEMS, qualification.qualification_type_cd),
    qualification_category_cd: nameOf(QUALIFICATION_CATEGORY_ITEMS, qualification.qualification_category_cd),
    qualification_class_cd: nameOf(QUALIFICATION_CLASS_ITEMS, qualification.qualification_class_cd),
    qualification_access_cd: nameOf(QUALIFICATION_ACCESS_ITEMS, qualification.qualification_access_cd),
    precode: qualification.precode,
    qualification_univeral_name: qualification.qualification_univeral_name,
    ...Object.fromEntries(
      qualification.qualification_texts.map(text => [
        `Text (${localeOf(text)})`,
        text.qualification_text_status_cd === TEXT_STATUSES.inactive
          ? `${text.qualification_texts_name} (inactive)`
          : text.qualification_texts_name,
      ]),
    ),
  }
}

/** The most options of one edit that a history names; of the others it gives the number. */
const NAMED_OPTIONS_MAX = 100

const shown = ({
  qualification_options_name: name,
  qualification_options_english_name: english,
}: StoredOption): string => (name === english ? name : `${name} (${english})`)

/** The changes of an edit of a text's options, before and after, in the history's words: each option by its precode. */
export function optionFacts(
  text: QualificationText,
  before: readonly StoredOption[],
  after: readonly StoredOption[],
): { readonly before: HistoryFacts; readonly after: HistoryFacts } {
  const locale = localeOf(text)
  const byPrecode = (options: readonly StoredOption[]): ReadonlyMap<string, string> =>
    new Map(options.map(option => [option.precode, shown(option)]))
  const [from, to] = [byPrecode(before), byPrecode(after)]
  const changed = [...new Set([...from.keys(), ...to.keys()])].filter(precode => from.get(precode) !== to.get(precode))
  const named = changed.slice(0, NAMED_OPTIONS_MAX)
  const factsOf = (options: ReadonlyMap<string, string>): HistoryFacts => ({
    [`Options (${locale})`]: options.size,
    ...Object.fromEntries(named.map(precode => [`Option ${precode} (${locale})`, options.get(precode) ?? null])),
  })
  const more = changed.length - named.length
  const order = (options: readonly StoredOption[]): string =>
    options
      .filter(({ precode }) => from.has(precode) && to.has(precode))
      .map(({ precode }) => precode)
      .join('\n')
  return {
    before: factsOf(from),
    after: {
      ...factsOf(to),
      ...(more > 0 ? { [`Further changed options (${locale})`]: more } : {}),
      ...(order(before) === order(after) ? {} : { [`Order of options (${locale})`]: 'changed' }),
    },
  }
}
