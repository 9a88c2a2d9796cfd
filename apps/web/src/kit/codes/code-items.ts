import type { CodeItem } from '@desk/schema/lookups/lookups'
import type { FormOption } from '#kit/forms/form-choices.tsx'

/** The name of a code; the code itself while its list is not here. */
export const codeName = (codes: readonly CodeItem[], code: number): string =>
  codes.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? String(code)

/** Codes as a form shows them. */
export const codeChoices = (codes: readonly CodeItem[]): readonly FormOption[] =>
  codes.map(({ pm_code, pm_code_name }) => ({ value: pm_code, label: pm_code_name }))
