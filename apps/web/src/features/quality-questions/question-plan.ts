import type { LanguageOption } from '@desk/schema/lookups/lookups'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'

/** The fields of a quality question's form (§5.23), in the order of the dialog. */
export const questionFields = (languages: readonly LanguageOption[]): readonly FieldPlan[] => [
  {
    name: 'language',
    label: 'Language',
    kind: 'choice',
    isRequired: true,
    say: id => languages.find(({ languages_id }) => languages_id === id)?.name ?? '',
  },
  { name: 'question', label: 'Question', kind: 'text', isRequired: true },
]
