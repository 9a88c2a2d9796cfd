import { TEXT_STATUSES } from '@desk/schema/qualifications/qualification-codes'
import { TEXTS_MAX } from '@desk/schema/qualifications/qualification-form'
import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Fault } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import type { FieldState } from '#kit/forms/form-context.ts'
import { localeName, newText, textsOf, textsValue, type EditedText, type Locales } from './qualification-plan.ts'
import styles from './qualifications.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { NewQualificationForm } from '@desk/schema/qualifications/qualification-form'

const { useFormField } = formFields<NewQualificationForm>()

const STATUS_OPTIONS = [
  { id: String(TEXT_STATUSES.active), label: 'Active' },
  { id: String(TEXT_STATUSES.inactive), label: 'Inactive' },
]

interface TextEditorProps {
  readonly text: EditedText
  readonly at: number
  readonly field: FieldState
  readonly locales: Locales
  readonly change: (text: EditedText) => void
  /** null: it stays, as it is stored or the only one. */
  readonly remove: (() => void) | null
}

function TextEditor({ text, at, field, locales, change, remove }: TextEditorProps) {
  const fault = (name: string) => {
    const message = field.errorAt(`${at}_${name}`)
    return message === null ? {} : { errorMessage: message }
  }
  return (
    <div className={styles['text']}>
      <TextField
        label="Text"
        isRequired
        rows={2}
        value={text.qualification_texts_name}
        onChange={typed => change({ ...text, qualification_texts_name: typed })}
        isReadOnly={field.isBusy}
        {...fault('qualification_texts_name')}
      />
      <div className={styles['pair']}>
        <ComboBox
          label="Language"
          isRequired
          options={locales.languages.map(({ languages_id, name }) => ({ id: String(languages_id), label: name }))}
          value={text.languages_id === null ? null : String(text.languages_id)}
          onChange={id => change({ ...text, languages_id: Number(id) })}
          isDisabled={field.isBusy}
          {...fault('languages_id')}
        />
        <ComboBox
          label="Country"
          isRequired
          options={locales.countries.map(({ pm_cy_cs_id, name }) => ({ id: String(pm_cy_cs_id), label: name }))}
          value={text.country_id === null ? null : String(text.country_id)}
          onChange={id => change({ ...text, country_id: Number(id) })}
          isDisabled={field.isBusy}
          {...fault('country_id')}
        />
      </div>
      <div className={styles['row']}>
        {text.qualification_texts_id === undefined ? null : (
          <div className={styles['filter']}>
            <NativeSelect
              label="Status"
              options={STATUS_OPTIONS}
              value={String(text.qualification_text_status_cd)}
              onChange={id => change({ ...text, qualification_text_status_cd: Number(id) })}
            />
          </div>
        )}
        {remove === null ? null : (
          <Button variant="ghost" icon={<Trash2 aria-hidden />} onPress={remove}>
            Remove this text
          </Button>
        )}
      </div>
    </div>
  )
}

const PARTS = ['qualification_texts_name', 'languages_id', 'country_id', 'qualification_texts_id'] as const

/** The texts of a qualification, one for each language and country (§5.21); one is open at a time. */
export function TextsField({ locales }: { readonly locales: Locales }) {
  const field = useFormField('qualification_texts')
  const texts = textsOf(field.value)
  const [open, setOpen] = useState(texts.length === 1 ? 0 : -1)
  const put = (changed: readonly EditedText[]) => field.change(textsValue(changed))
  const hasFault = (at: number) => PARTS.some(part => field.errorAt(`${at}_${part}`) !== null)
  const add = () => {
    put([...texts, newText(locales, texts.length === 0)])
    setOpen(texts.length)
  }
  return (
    <FieldSlot field={field} isWide>
      <ul className={styles['texts']} aria-label="Texts">
        {texts.map((text, at) => {
          const isOpen = open === at || hasFault(at)
          const isInactive = text.qualification_text_status_cd === TEXT_STATUSES.inactive
          return (
            <li key={text.qualification_texts_id ?? `new ${at}`}>
              <button
                type="button"
                className={styles['textHead']}
                aria-expanded={isOpen}
                onClick={() => setOpen(open === at ? -1 : at)}
              >
                {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
                <span className={styles['locale']}>{localeName(locales, text)}</span>
                <span className={styles['said']}>{text.qualification_texts_name}</span>
                {isInactive ? <span className={styles['mark']}>Inactive</span> : null}
              </button>
              {isOpen ? (
                <TextEditor
                  text={text}
                  at={at}
                  field={field}
                  locales={locales}
                  change={changed => put(texts.with(at, changed))}
                  remove={
                    text.qualification_texts_id === undefined && texts.length > 1
                      ? () => put(texts.toSpliced(at, 1))
                      : null
                  }
                />
              ) : null}
            </li>
          )
        })}
      </ul>
      <Fault>{field.error}</Fault>
      <div>
        <Button icon={<Plus aria-hidden />} onPress={add} isDisabled={field.isBusy || texts.length >= TEXTS_MAX}>
          Add a text
        </Button>
      </div>
    </FieldSlot>
  )
}
