import type { Qualification } from '@desk/schema/qualifications/qualification'

type WithTexts = Pick<Qualification, 'qualification_texts'>

/** Every language and country in which a qualification is asked. */
export const localeNames = ({ qualification_texts: texts }: WithTexts): string =>
  texts.map(({ language_name, country_name }) => `${language_name}, ${country_name}`).join(' · ')

/** The languages and countries of a qualification in few words: several of them as a number. */
export function localeWords({ qualification_texts: texts }: WithTexts): string {
  const told = (names: readonly string[], plural: string) => {
    const [first = '', ...others] = new Set(names)
    return others.length === 0 ? first : `${others.length + 1} ${plural}`
  }
  return texts.length === 0
    ? ''
    : `${told(
        texts.map(({ language_name }) => language_name),
        'languages',
      )}, ${told(
        texts.map(({ country_name }) => country_name),
        'countries',
      )}`
}

/** How many options a text of it has: one number where all have as many, else from the fewest to the most. */
export function optionsWords({ qualification_texts: texts }: WithTexts): string {
  const counts = texts.map(({ options_count }) => options_count)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  if (counts.length === 0 || most === 0) return '-'
  return fewest === most
    ? most.toLocaleString('en-US')
    : `${fewest.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`
}
