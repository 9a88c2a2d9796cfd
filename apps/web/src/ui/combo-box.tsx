import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { ClosesWithPage } from './closes-with-page.tsx'
import field from './field.module.css'
import type { SelectProps } from './select.tsx'
import select from './select.module.css'
import styles from './combo-box.module.css'

/** A Select that filters as one types, for long lists. */
export function ComboBox({
  label,
  options,
  value,
  onChange,
  isLabelHidden = false,
  placeholder = 'Type to search…',
  description,
  errorMessage,
  isDisabled = false,
  isRequired = false,
}: SelectProps) {
  const chosen = options.find(({ id }) => id === value)?.label
  // typing starts a new search: it replaces the chosen text
  const selectChosen = ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }) => {
    if (input.value === chosen) input.select()
  }
  return (
    <AriaComboBox
      className={field['field']!}
      defaultItems={options}
      value={value}
      onChange={key => {
        if (key !== null) onChange(String(key))
      }}
      menuTrigger="focus"
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
      <div className={`${field['control']} ${styles['control']}`}>
        <Input
          className={field['input']!}
          placeholder={placeholder}
          onFocus={selectChosen}
          // the click that brings the focus puts the cursor somewhere into the text
          onClick={selectChosen}
        />
        <Button className={styles['open']!}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </div>
      {description ? (
        <Text slot="description" className={field['description']!}>
          {description}
        </Text>
      ) : null}
      <FieldError className={field['error']!}>{errorMessage}</FieldError>
      <Popover className={select['popover']!} offset={4}>
        <ClosesWithPage />
        <ListBox<(typeof options)[number]>
          className={select['list']!}
          renderEmptyState={() => <span className={styles['none']}>Nothing matches</span>}
        >
          {option => (
            <ListBoxItem
              className={select['option']!}
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
            >
              {({ isSelected }) => (
                <>
                  <span className={select['check']}>{isSelected ? <Check size={14} aria-hidden /> : null}</span>
                  <span>
                    <Text slot="label">{option.label}</Text>
                    {option.description ? (
                      <Text slot="description" className={select['optionDescription']!}>
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
    </AriaComboBox>
  )
}
