import { faultsOf } from '@desk/machines/form/form.fields'
import { ApiKeyForm, type MadeApiKey } from '@desk/schema/api-keys/api-key'
import { KEY_SCOPES, KeyScope } from '@desk/schema/api-keys/key-scopes'
import { useId, useRef, useState } from 'react'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import fieldStyles from '#ui/field.module.css'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './api-keys.module.css'

const LIVES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '180', label: '180 days' },
  { id: '366', label: 'One year' },
] as const
const DAYS_FIRST = '90'

type Faults = Readonly<Record<string, string | undefined>>

const isListed = (form: ApiKeyForm, scope: KeyScope): boolean => form.scopes.includes(scope)

/** The scopes of a key, each with what it opens. */
function Scopes({
  chosen,
  fault,
  onChange,
}: {
  readonly chosen: ApiKeyForm
  readonly fault: string | undefined
  readonly onChange: (scopes: readonly KeyScope[]) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles['scopes']} aria-describedby={fault === undefined ? undefined : id}>
      <legend className={fieldStyles['label']}>
        Scopes<span className={fieldStyles['required']}> (required)</span>
      </legend>
      {KeyScope.literals.map(scope => (
        <Checkbox
          key={scope}
          isSelected={isListed(chosen, scope)}
          isInvalid={fault !== undefined}
          onChange={isOn =>
            onChange(KeyScope.literals.filter(other => (other === scope ? isOn : isListed(chosen, other))))
          }
        >
          <span className={styles['scope']}>
            {KEY_SCOPES[scope].label} <span className={styles['meaning']}>{KEY_SCOPES[scope].meaning}</span>
          </span>
        </Checkbox>
      ))}
      {fault === undefined ? null : (
        <p id={id} className={fieldStyles['error']} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** Makes a key: name, scopes, expiry, and the password of the admin (S8). */
export function MakeKey({
  onMade,
  onClosed,
}: {
  readonly onMade: (made: MadeApiKey) => void
  readonly onClosed: () => void
}) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  const [form, setForm] = useState<ApiKeyForm>({ name: '', scopes: [], expires_in_days: Number(DAYS_FIRST) })
  const [faults, setFaults] = useState<Faults>({})
  const fields = useRef<HTMLFormElement>(null)
  const make = useAct('apiKeys.make', {
    perform: request =>
      confirmed(confirmation => desk.api.call('apiKeys.make', { ...request, payload: { ...form, confirmation } })),
    onDone: made => onMade(made),
    onFailed: failure => setFaults(fieldErrorsOf(failure)),
  })
  const change = (changes: Partial<ApiKeyForm>) => {
    setForm(before => ({ ...before, ...changes }))
    setFaults(before => ({ ...before, ...Object.fromEntries(Object.keys(changes).map(name => [name, undefined])) }))
  }
  const submit = () => {
    const found: Faults = Object.fromEntries(faultsOf(ApiKeyForm, form).map(({ path, message }) => [path[0], message]))
    setFaults(found)
    make.dismiss()
    if (Object.keys(found).length === 0) return make.send({ payload: { ...form, confirmation: {} } })
    // the first one: the text field, or else the first box
    fields.current?.querySelector<HTMLElement>(found['name'] === undefined ? '[type=checkbox]' : '[type=text]')?.focus()
  }
  const isAtField = ['name', 'scopes', 'expires_in_days'].some(name => faults[name] !== undefined)
  return (
    <Dialog
      isOpen
      title="Create an API key"
      onClose={onClosed}
      isLocked={make.isPending}
      footer={
        <>
          <Button onPress={onClosed} isDisabled={make.isPending}>
            Cancel
          </Button>
          <Button variant="primary" onPress={submit} isPending={make.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        className={styles['form']}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label="Name"
          isRequired
          value={form.name}
          onChange={name => change({ name })}
          errorMessage={faults['name']}
          description="The program that uses it, such as “Nightly export”."
        />
        <Scopes chosen={form} fault={faults['scopes']} onChange={scopes => change({ scopes })} />
        <NativeSelect
          label="Expires after"
          options={LIVES}
          value={String(form.expires_in_days)}
          onChange={days => change({ expires_in_days: Number(days) })}
        />
        <p className={styles['note']}>
          The key has your permissions in this account, limited to its scopes. When you lose a permission, so does the
          key.
        </p>
        {isAtField ? null : <CallFailure error={make.failure} />}
      </form>
      {question}
    </Dialog>
  )
}
