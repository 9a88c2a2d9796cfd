import { Schema } from 'effect'

const PERSON_NAME_MAX_LENGTH = 200

/** Control characters, bidirectional marks and angle brackets: a name appears in lists, and beside addresses in mails. */
const MARKS = /[\u202A-\u202E\u2066-\u2069]/gu
const SEPARATORS = /[\p{Cc}\u2028\u2029<>]/gu
const ODD = new RegExp(`${MARKS.source}|${SEPARATORS.source}`, 'u')

/** A first or last name as a user types it, or a directory sends it. @param label begins the messages */
export function personName(label: 'Firstname' | 'Lastname') {
  return Schema.String.check(
    Schema.makeFilter((text: string) => text.trim() !== '', { message: `${label} is required` }),
    Schema.makeFilter((text: string) => text.trim().length <= PERSON_NAME_MAX_LENGTH, {
      message: `${label} must be at most ${PERSON_NAME_MAX_LENGTH} characters`,
    }),
    Schema.makeFilter((text: string) => !ODD.test(text), {
      message: `${label} must not contain control characters, < or >`,
    }),
  ).annotateKey({ messageMissingKey: `${label} is required` })
}

/** The same rule for names of a single sign-on, which has no form to correct them in: refused characters are taken out. */
export const cleanedName = (text: string): string =>
  text
    .replaceAll(MARKS, '')
    .replaceAll(SEPARATORS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, PERSON_NAME_MAX_LENGTH)
    .trim()

/** The parts of a whole name: its first word, and the others. */
export function partsOfName(whole: string): { readonly firstname: string; readonly lastname: string } {
  const [firstname = '', ...others] = whole.trim().split(/\s+/)
  return { firstname, lastname: others.join(' ') }
}
