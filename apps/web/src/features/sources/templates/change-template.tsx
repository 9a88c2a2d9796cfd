import type { FormValues } from '@desk/machines/form/form.setup'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Template, TemplateChange, Templates } from './template.ts'
import styles from './templates.module.css'

export interface OfferSelectProps {
  readonly offers: NonNullable<Templates['offers']>
  readonly value: number
  readonly onChange: (offer: number) => void
}

/** For what a template is offered. */
export function OfferSelect({ offers, value, onChange }: OfferSelectProps) {
  return (
    <NativeSelect
      label="Offered for"
      options={offers.map(({ value: id, label }) => ({ id: String(id), label }))}
      value={String(value)}
      onChange={id => onChange(Number(id))}
    />
  )
}

export interface ChangeTemplateProps {
  readonly template: Template
  readonly offers: Templates['offers']
  /** The present values of the form. */
  readonly now: FormValues
  readonly isBusy: boolean
  readonly onChange: (change: TemplateChange) => void
}

/** Renames a template, and overwrites its content with the form's if requested. */
export function ChangeTemplate({ template, offers = [], now, isBusy, onChange }: ChangeTemplateProps) {
  const [name, setName] = useState(template.name)
  const [offer, setOffer] = useState(template.offer ?? offers[0]?.value ?? 0)
  const [isOverwritten, setOverwritten] = useState(false)
  return (
    <>
      <TextField label="Template Name" value={name} onChange={setName} autoComplete="off" />
      {offers.length === 0 ? null : <OfferSelect offers={offers} value={offer} onChange={setOffer} />}
      <Checkbox isSelected={isOverwritten} onChange={setOverwritten}>
        Overwrite it with what the form holds now
      </Checkbox>
      <p className={styles['note']}>It holds {template.about}. What it was put in place of before stays as it is.</p>
      <div>
        <Button
          variant="primary"
          isPending={isBusy}
          onPress={() => onChange({ name, offer, values: isOverwritten ? now : null })}
        >
          Save the change
        </Button>
      </div>
    </>
  )
}
