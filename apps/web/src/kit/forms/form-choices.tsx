import { useContext, useId } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import fieldStyles from '#ui/field.module.css'
import { RecordedContext } from '#ui/recorded.ts'
import { Select, type SelectOption } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import type { FormValue } from './field-kinds.ts'
import { Fault, FieldName, FieldNotes } from './field-notes.tsx'
import { FieldSlot, type FieldProps } from './field-slot.tsx'
import { useFormField } from './form-context.ts'
import styles from './forms.module.css'

/** From how many options on a list is searched by typing. */
const SEARCHED_FROM = 12

export interface FormOption<Value extends string | number = string | number> {
  readonly value: Value
  readonly label: string
  /** In a replay, which has the lists of no account: a value outside the lists may well have been in them. */
  readonly recordedLabel?: string
  readonly description?: string
  readonly isDisabled?: boolean
}

const NONE = 'none'

function shownOption({ value, label, description, isDisabled }: FormOption): SelectOption {
  return {
    id: String(value),
    label,
    ...(description === undefined ? {} : { description }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  }
}

interface FormSelectProps extends FieldProps {
  options: readonly FormOption[]
  placeholder?: string
  /** The label of no choice, where one may be none: 'No country'. */
  noneLabel?: string
  /** Also called, when another field follows from it. */
  onChosen?: (value: FormValue) => void
}

/** One of a list; a long list is searched by typing. Of a field of kind 'choice', or of 'text' when the values are texts. */
export function FormSelect({
  name,
  options,
  noneLabel,
  placeholder,
  description,
  isDisabled = false,
  isWide,
  onChosen,
}: FormSelectProps) {
  const field = useFormField(name)
  const chosen = typeof field.value === 'string' || typeof field.value === 'number' ? String(field.value) : ''
  // the lists of the account that was recorded are not in the journal
  const isRecorded = useContext(RecordedContext)
  const unknown = isRecorded && chosen !== '' && !options.some(({ value }) => String(value) === chosen)
  const listed = [
    ...(noneLabel === undefined ? [] : [{ id: NONE, label: noneLabel }]),
    ...options.map(option =>
      shownOption(isRecorded ? { ...option, label: option.recordedLabel ?? option.label } : option),
    ),
    ...(unknown ? [{ id: chosen, label: chosen }] : []),
  ]
  const props = {
    label: field.plan.label,
    options: listed,
    value: chosen === '' ? (noneLabel === undefined ? null : NONE) : chosen,
    onChange: (id: string) => {
      const value =
        options.find(option => String(option.value) === id)?.value ?? (field.plan.kind === 'text' ? '' : null)
      field.change(value)
      onChosen?.(value)
    },
    isDisabled: isDisabled || field.isBusy,
    isRequired: field.plan.isRequired === true,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(field.error === null ? {} : { errorMessage: field.error }),
    ...(description === undefined ? {} : { description }),
  }
  return (
    <FieldSlot field={field} isWide={isWide}>
      {options.length >= SEARCHED_FROM ? <ComboBox {...props} /> : <Select {...props} />}
    </FieldSlot>
  )
}

interface FormCheckboxesProps extends FieldProps {
  options: readonly FormOption[]
}

/** Any of a few. Of a field of kind 'choices', whose values stay in the order of the options. */
export function FormCheckboxes({ name, options, description, isDisabled = false, isWide }: FormCheckboxesProps) {
  const field = useFormField(name)
  const id = useId()
  const chosen: readonly FormValue[] = Array.isArray(field.value) ? field.value : []
  return (
    <FieldSlot field={field} isWide={isWide}>
      <fieldset className={styles['choices']} aria-describedby={id}>
        <legend className={fieldStyles['label']}>
          <FieldName field={field} />
        </legend>
        <div className={styles['boxes']}>
          {options.map(option => (
            <Checkbox
              key={option.value}
              isSelected={chosen.includes(option.value)}
              isInvalid={field.error !== null}
              isReadOnly={field.isBusy}
              isDisabled={isDisabled || option.isDisabled === true}
              onChange={on =>
                field.change(
                  options.flatMap(({ value }) =>
                    (value === option.value ? on : chosen.includes(value)) ? [value] : [],
                  ),
                )
              }
            >
              {option.label}
            </Checkbox>
          ))}
        </div>
        <FieldNotes id={id} error={field.error} description={description} />
      </fieldset>
    </FieldSlot>
  )
}

/** On or off, saved with the form. Of a field of kind 'switch'. */
export function FormSwitch({ name, description, isDisabled = false, isWide }: FieldProps & { description?: string }) {
  const field = useFormField(name)
  return (
    <FieldSlot field={field} isWide={isWide}>
      <Switch
        isSelected={field.value === true}
        onChange={field.change}
        isDisabled={isDisabled || field.isBusy}
        {...(description === undefined ? {} : { description })}
      >
        {field.plan.label}
      </Switch>
      <Fault>{field.error}</Fault>
    </FieldSlot>
  )
}
