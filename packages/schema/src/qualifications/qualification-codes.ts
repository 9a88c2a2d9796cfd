import type { CodeItem } from '../lookups/lookups.ts'

/** How a qualification is asked and answered; age and postal code are the special numeric kinds (§3.25). */
export const QUALIFICATION_TYPES = { single: 1, multiple: 2, numeric: 3, postalCode: 4 } as const

const items = (names: readonly string[]): readonly CodeItem[] =>
  names.map((pm_code_name, at) => ({ pm_code: at + 1, pm_code_name }))

/** The lists of the qualification form, in the shape of a code list (§3.28); the spec gives none for them. */
export const QUALIFICATION_TYPE_ITEMS = items(['Single choice', 'Multiple choice', 'Numeric', 'Postal code'])
export const QUALIFICATION_CATEGORY_ITEMS = items([
  'Demographics',
  'Household',
  'Employment',
  'Business',
  'Technology',
  'Automotive',
  'Health',
  'Finance',
  'Lifestyle',
  'Other',
])
export const QUALIFICATION_CLASS_ITEMS = items(['Standard', 'Custom'])
/** Who in the account sees a qualification and may use it in a source: everybody, or only its creator and the admins. */
export const QUALIFICATION_ACCESS = { public: 1, private: 2 } as const
export const QUALIFICATION_ACCESS_ITEMS = items(['Public', 'Private'])

/** Whether a type's answers are numbers or codes that fit a range or pattern, so that it needs no options (§3.25). */
export const hasNoOptions = (typeCode: number): boolean =>
  typeCode === QUALIFICATION_TYPES.numeric || typeCode === QUALIFICATION_TYPES.postalCode

/** States of a qualification text: platform codes type 27 (§3.36). */
export const TEXT_STATUSES = { active: 1, inactive: 2 } as const
