import { faultsOf } from '@desk/machines/form/form.fields'
import { StatementLinkForm, type MadeStatementLink } from '@desk/schema/statements/statement-link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namedOptions } from '#kit/forms/named-options.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { monthText } from '#ui/format/times.ts'
import styles from './statement-links.module.css'

/** A supplier that a link is for. */
export interface LinkedSupplier {
  readonly id: number
  readonly name: string
}

export interface MakeLinkProps {
  /** Null: it is chosen here. */
  readonly supplier: LinkedSupplier | null
  readonly month: string | null
  readonly onMade: (made: MadeStatementLink) => void
  readonly onClosed: () => void
}

const LIVES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '366', label: 'One year' },
]
const DAYS_FIRST = '30'
const [EVERY, NONE] = ['every', '']

/** Makes a link: for whom, which months, and until when. */
export function MakeLink({ supplier, month, onMade, onClosed }: MakeLinkProps) {
  const desk = useDesk()
  const [chosen, setChosen] = useState(supplier === null ? NONE : String(supplier.id))
  const [months, setMonths] = useState<string>(month ?? EVERY)
  const [note, setNote] = useState('')
  const [days, setDays] = useState(DAYS_FIRST)
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({})
  const suppliers = useQuery({
    queryKey: ['lookups.suppliers', 'of links'],
    queryFn: ({ signal }) => readPages(page => desk.api.call('lookups.suppliers', { query: page, signal })),
    enabled: supplier === null,
  })
  const form: Partial<StatementLinkForm> = {
    ...(chosen === NONE ? {} : { pm_sup_ud: Number(chosen) }),
    ...(months === EVERY ? {} : { month: months }),
    note,
    expires_in_days: Number(days),
  }
  const make = useAct('statementLinks.make', {
    onDone: made => onMade(made),
    onFailed: failure => setFaults(fieldErrorsOf(failure)),
  })
  const submit = () => {
    const found = Object.fromEntries(faultsOf(StatementLinkForm, form).map(({ path, message }) => [path[0], message]))
    setFaults(found)
    make.dismiss()
    // judged by the same schema just now
    if (Object.keys(found).length === 0) make.send({ payload: form as StatementLinkForm })
  }
  return (
    <SendingDialog
      title="Create a supplier link"
      sendLabel="Create link"
      isPending={make.isPending}
      onSubmit={submit}
      onClosed={onClosed}
    >
      {supplier === null ? (
        <NativeSelect
          label="Supplier"
          options={[
            { id: NONE, label: 'Choose a supplier' },
            ...namedOptions((suppliers.data ?? []).map(({ pm_sup_ud: id, name }) => ({ id, name }))),
          ]}
          value={chosen}
          onChange={id => {
            setChosen(id)
            setFaults(before => ({ ...before, pm_sup_ud: undefined }))
          }}
        />
      ) : (
        <p className={styles['note']}>{`It shows the rows of ${supplier.name}, and of nobody else.`}</p>
      )}
      {faults['pm_sup_ud'] === undefined ? null : (
        <p role="alert" className={styles['fault']}>
          {faults['pm_sup_ud']}
        </p>
      )}
      <TextField
        label="Recipient"
        isRequired
        value={note}
        onChange={text => {
          setNote(text)
          setFaults(before => ({ ...before, note: undefined }))
        }}
        errorMessage={faults['note']}
        description="A person or team at the supplier: the list shows it, the supplier does not see it."
      />
      <NativeSelect
        label="Months"
        options={[
          { id: EVERY, label: 'All months' },
          ...(month === null ? [] : [{ id: month, label: `${monthText(month)} alone` }]),
        ]}
        value={months}
        onChange={setMonths}
      />
      <NativeSelect label="Ends after" options={LIVES} value={days} onChange={setDays} />
      {['pm_sup_ud', 'note'].some(name => faults[name] !== undefined) ? null : <CallFailure error={make.failure} />}
    </SendingDialog>
  )
}
