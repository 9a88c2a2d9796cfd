import type { FormValue } from './field-kinds.ts'
import { FormCheckboxes, FormSelect, FormSwitch } from './form-choices.tsx'
import { useFormField, useFormValue, type FieldState } from './form-context.ts'
import { FormDateTime } from './form-date-time.tsx'
import { FormNumber, FormText, FormUrl } from './form-texts.tsx'

type NameIn<Sent> = keyof Sent & string
type Named<Field, Sent> = Field extends (props: infer Props) => infer Drawn
  ? (props: Omit<Props, 'name'> & { readonly name: NameIn<Sent> }) => Drawn
  : never

interface FormFields<Sent> {
  readonly FormText: Named<typeof FormText, Sent>
  readonly FormUrl: Named<typeof FormUrl, Sent>
  readonly FormNumber: Named<typeof FormNumber, Sent>
  readonly FormSelect: Named<typeof FormSelect, Sent>
  readonly FormCheckboxes: Named<typeof FormCheckboxes, Sent>
  readonly FormSwitch: Named<typeof FormSwitch, Sent>
  readonly FormDateTime: Named<typeof FormDateTime, Sent>
  readonly useFormField: (name: NameIn<Sent>) => FieldState
  readonly useFormValue: (name: NameIn<Sent>) => FormValue
}

const FIELDS = {
  FormText,
  FormUrl,
  FormNumber,
  FormSelect,
  FormCheckboxes,
  FormSwitch,
  FormDateTime,
  useFormField,
  useFormValue,
}

/** The fields of a form by the names of its schema: a misspelt name does not compile. */
export const formFields = <Sent>(): FormFields<Sent> => FIELDS
