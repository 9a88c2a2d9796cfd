import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Label, Select as AriaSelect, SelectValue, Text } from 'react-aria-components/Select'
import { ClosesWithPage } from './closes-with-page.tsx'
import field from './field.module.css'
import styles from './select.module.css'

export interface SelectOption {
  id: string
  label: string
  description?: string
  isDisabled?: boolean
}

export interface SelectProps {
  label: string
  options: readonly SelectOption[]
  /** The chosen option, or null for none. */
  value: string | null
  onChange: (id: string) => void
  /** Shows the label to screen readers only, where the position makes the meaning clear. */
  isLabelHidden?: boolean
  placeholder?: string
  description?: React.ReactNode
  errorMessage?: string | undefined
  isDisabled?: boolean
  isRequired?: boolean
}

/** Choose one of a list. Typing jumps to the option that begins so. */
export function Select({
  label,
  options,
  value,
  onChange,
  isLabelHidden = false,
  placeholder = 'Choose…',
  description,
  errorMessage,
  isDisabled = false,
  isRequired = false,
}: SelectProps) {
  return (
    <AriaSelect
      className={field['field']!}
      value={value}
      onChange={key => {
        if (key !== null) onChange(String(key))
      }}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {isLabelHidden ? null : (
        <Label className={field['label']!}>
          {label}
          {isRequired ? <span className={field['required']}> (required)</span> : null}
        </Label>
      )}
      <Button className={`${field['control']} ${styles['trigger']}`}>
        <SelectValue className={styles['value']!} />
        <ChevronDown size={16} aria-hidden className={styles['chevron']} />
      </Button>
      {description ? (
        <Text slot="description" className={field['description']!}>
          {description}
        </Text>
      ) : null}
      <FieldError className={field['error']!}>{errorMessage}</FieldError>
      <Popover className={styles['popover']!} offset={4}>
        <ClosesWithPage />
        <ListBox className={styles['list']!} items={options}>
          {option => (
            <ListBoxItem
              className={styles['option']!}
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
            >
              {({ isSelected }) => (
                <>
                  <span className={styles['check']}>{isSelected ? <Check size={14} aria-hidden /> : null}</span>
                  <span>
                    <Text slot="label">{option.label}</Text>
                    {option.description ? (
                      <Text slot="description" className={styles['optionDescription']!}>
                        {option.description}
                      </Text>
                    ) : null}
                  </span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
