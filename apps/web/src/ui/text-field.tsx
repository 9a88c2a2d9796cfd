import { FieldError } from 'react-aria-components/FieldError'
import {
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'className' | 'style' | 'children' | 'isInvalid' | 'validationBehavior'
> {
  label: string
  description?: React.ReactNode
  /** The fault and what to do, shown under the field; the typed text stays. */
  errorMessage?: string | undefined
  /** An unlikely value: shown under the field while there is no fault. */
  warning?: string
  placeholder?: string
  /** More than one line: how many are shown. */
  rows?: number
  /** Text or a symbol inside the field, before or after its content ('$', '%', 'min'). */
  prefix?: string
  suffix?: string
}

/** A labelled text field with a description and its error beside it. */
export function TextField({
  label,
  description,
  errorMessage,
  warning,
  placeholder = '',
  rows,
  prefix,
  suffix,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} className={styles['field']!} validationBehavior="aria" isInvalid={Boolean(errorMessage)}>
      <Label className={styles['label']!}>
        {label}
        {props.isRequired ? <span className={styles['required']}> (required)</span> : null}
      </Label>
      {rows === undefined ? (
        <div className={styles['control']} data-prefix={prefix} data-suffix={suffix}>
          {prefix ? <span className={styles['affix']}>{prefix}</span> : null}
          <Input className={styles['input']!} placeholder={placeholder} />
          {suffix ? <span className={styles['affix']}>{suffix}</span> : null}
        </div>
      ) : (
        <TextArea className={styles['area']!} placeholder={placeholder} rows={rows} />
      )}
      {/* there from the first render on: a screen reader does not announce a later one with its field */}
      <Text slot="description" className={styles['description']!}>
        {description}
        {warning ? <span className={styles['warning']}>{warning}</span> : null}
      </Text>
      <FieldError className={styles['error']!}>{errorMessage}</FieldError>
    </AriaTextField>
  )
}
