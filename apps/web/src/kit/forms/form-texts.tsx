import { TextField } from '#ui/text-field.tsx'
import { FieldSlot, type FieldProps } from './field-slot.tsx'
import { useFormField } from './form-context.ts'

interface TypedProps extends FieldProps {
  placeholder?: string
  prefix?: string
  suffix?: string
}

interface TypedFieldProps extends TypedProps {
  rows?: number
  type?: 'text' | 'url'
  inputMode?: 'decimal' | 'url'
}

function TypedField({
  name,
  description,
  isDisabled = false,
  isWide,
  placeholder,
  prefix,
  suffix,
  rows,
  type = 'text',
  inputMode,
}: TypedFieldProps) {
  const field = useFormField(name)
  return (
    <FieldSlot field={field} isWide={isWide}>
      <TextField
        label={field.plan.label}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.change}
        autoComplete="off"
        isRequired={field.plan.isRequired === true}
        isReadOnly={field.isBusy}
        isDisabled={isDisabled}
        type={type}
        {...(inputMode === undefined ? {} : { inputMode })}
        {...(field.error === null ? {} : { errorMessage: field.error })}
        {...(field.warning === null ? {} : { warning: field.warning })}
        {...(description === undefined ? {} : { description })}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(prefix === undefined ? {} : { prefix })}
        {...(suffix === undefined ? {} : { suffix })}
        {...(rows === undefined ? {} : { rows })}
      />
    </FieldSlot>
  )
}

/** A text; `rows` for one of several lines. Of a field of kind 'text'. */
export function FormText(props: TypedProps & { rows?: number }) {
  return <TypedField {...props} />
}

/** An address. Of a field of kind 'text'. */
export function FormUrl(props: TypedProps) {
  return <TypedField {...props} type="url" inputMode="url" isWide={props.isWide ?? true} />
}

/**
 * A number, as people write it: an invalid one stays as it was typed and is refused in words (read-number.ts);
 * `prefix` and `suffix` show its unit. Of a field of kind 'number'.
 */
export function FormNumber(props: TypedProps) {
  return <TypedField {...props} inputMode="decimal" />
}
