import type { LanguageOption, CountryOption } from '@desk/schema/lookups/lookups'
import {
  QUALIFICATION_ACCESS_ITEMS,
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
  TEXT_STATUSES,
} from '@desk/schema/qualifications/qualification-codes'
import type { NewQualificationForm } from '@desk/schema/qualifications/qualification-form'
import { Qualification } from '@desk/schema/qualifications/qualification'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import { Schema } from 'effect'
import { codeName } from '#kit/codes/code-items.ts'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** A text in the form; without an id it is new, and choices not made yet are null. */
export interface EditedText {
  readonly qualification_texts_id?: number
  readonly qualification_texts_name: string
  readonly languages_id: number | null
  readonly country_id: number | null
  readonly qualification_text_status_cd: number
}

export interface Locales {
  readonly languages: readonly LanguageOption[]
  readonly countries: readonly CountryOption[]
}

/** Where a text is asked. */
export function localeName(
  { languages, countries }: Locales,
  { languages_id, country_id }: Pick<EditedText, 'languages_id' | 'country_id'>,
): string {
  const language = languages.find(each => each.languages_id === languages_id)?.name ?? 'No language'
  const country = countries.find(({ pm_cy_cs_id }) => pm_cy_cs_id === country_id)?.name ?? 'no country'
  return `${language}, ${country}`
}

// what the form holds of this field is what the form put there
export const textsOf = (value: FormValue): readonly EditedText[] =>
  Array.isArray(value) ? (value as unknown as readonly EditedText[]) : []
/** Texts are plain JSON; the form's type is wider than that of their fields. */
export const textsValue = (texts: readonly EditedText[]): FormValue => texts as unknown as FormValue

const choice = (
  name: keyof NewQualificationForm,
  label: string,
  items: readonly CodeItem[],
): FieldPlan<NewQualificationForm> => ({
  name,
  label,
  kind: 'choice',
  isRequired: true,
  say: code => (typeof code === 'number' ? codeName(items, code) : ''),
})

/** The fields of the form (§5.20, §5.21), in its order. */
export function qualificationPlan(locales: Locales): readonly FieldPlan<NewQualificationForm>[] {
  return [
    { name: 'qualifications_name', label: 'Name', kind: 'text', isRequired: true },
    { name: 'qualification_univeral_name', label: 'Universal name', kind: 'text', isRequired: true },
    { name: 'precode', label: 'Precode', kind: 'text', isRequired: true },
    choice('qualification_type_cd', 'Type', QUALIFICATION_TYPE_ITEMS),
    choice('qualification_category_cd', 'Category', QUALIFICATION_CATEGORY_ITEMS),
    choice('qualification_class_cd', 'Class', QUALIFICATION_CLASS_ITEMS),
    choice('qualification_access_cd', 'Access', QUALIFICATION_ACCESS_ITEMS),
    {
      name: 'qualification_texts',
      label: 'Texts',
      kind: 'data',
      isRequired: true,
      say: value =>
        textsOf(value)
          .map(
            text =>
              `${localeName(locales, text)}: ${text.qualification_texts_name}${text.qualification_text_status_cd === TEXT_STATUSES.inactive ? ' (inactive)' : ''}`,
          )
          .join('\n'),
    },
  ]
}

const AMERICAN = { language: 'en', country: 'US' } as const

/** A new text: in English for the United States, until something else is chosen. */
export function newText({ languages, countries }: Locales, isFirst: boolean): EditedText {
  return {
    qualification_texts_name: '',
    languages_id: isFirst ? (languages.find(({ iso }) => iso === AMERICAN.language)?.languages_id ?? null) : null,
    country_id: isFirst ? (countries.find(({ iso2 }) => iso2 === AMERICAN.country)?.pm_cy_cs_id ?? null) : null,
    qualification_text_status_cd: TEXT_STATUSES.active,
  }
}

/** The form's initial values. */
export function formStored(qualification: Qualification | null, locales: Locales): object {
  if (qualification === null)
    return { qualification_class_cd: 2, qualification_access_cd: 1, qualification_texts: [newText(locales, true)] }
  return {
    ...qualification,
    qualification_texts: qualification.qualification_texts.map(
      ({
        qualification_texts_id,
        qualification_texts_name,
        languages_id,
        country_id,
        qualification_text_status_cd,
      }) => ({
        qualification_texts_id,
        qualification_texts_name,
        languages_id,
        country_id,
        qualification_text_status_cd,
      }),
    ),
  }
}

const isQualification = Schema.is(Qualification)

/** Reads another user's stored change, or the saved qualification. */
export const readStored = (locales: Locales) => (current: unknown) =>
  isQualification(current) ? { stored: formStored(current, locales), version: current.version } : null

/** The fields by name, as the history names them. */
export const historyFields = (fields: readonly FieldPlan[]): HistoryFields =>
  Object.fromEntries(fields.map(({ name, label }) => [name, { label }]))
