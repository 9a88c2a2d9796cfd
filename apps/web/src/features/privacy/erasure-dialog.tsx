import { ERASURE_IDS_MAX, ERASURE_RULES, type Erasure, type ErasureRule } from '@desk/schema/erasure/erasure'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { countText } from '#ui/format/figures.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { idsOf, RULE_LABELS, scopeFacts, scopeNotes } from './erasure-words.ts'
import styles from './privacy.module.css'

const NO_SUPPLIER = { id: '', label: 'RDUDs' }
const MARKS = [
  { id: 'fingerprint', label: 'Fingerprints' },
  { id: 'address', label: 'Addresses' },
] as const
const RULES = ERASURE_RULES.map(id => ({ id, label: RULE_LABELS[id] }))
const isRule = (id: string): id is ErasureRule => RULES.some(rule => rule.id === id)

/** Requests an erasure: its scope is shown before, and any change of the IDs hides it. */
export function ErasureDialog({
  onRequested,
  onClosed,
}: {
  readonly onRequested: (erasure: Erasure) => void
  readonly onClosed: () => void
}) {
  const { api } = useDesk()
  const [text, setText] = useState('')
  const [kind, setKind] = useState('')
  const [rule, setRule] = useState<ErasureRule>('request')
  const [reference, setReference] = useState('')
  const suppliers = useQuery({
    queryKey: ['lookups.suppliers', 'of erasures'],
    queryFn: ({ signal }) => readPages(page => api.call('lookups.suppliers', { query: page, signal })),
  })
  // the ids of respondents are in no journal and no stored hash
  const look = useAct('erasures.scope', { isSecret: true })
  const request = useAct('erasures.request', {
    isSecret: true,
    onDone: erasure => {
      void showToast({ type: 'success', message: 'The erasure was requested. Another admin confirms it.' })
      onRequested(erasure)
    },
  })
  const ids = idsOf(text)
  const marks = MARKS.find(({ id }) => id === kind)?.id
  const subjects =
    marks === undefined ? { pm_sup_ud: kind === '' ? null : Number(kind), ids } : { pm_sup_ud: null, marks, ids }
  const scope = look.answered?.answer ?? null
  const isTooLong = ids.length > ERASURE_IDS_MAX
  const isBusy = look.isPending || request.isPending
  const faults = fieldErrorsOf(request.failure)
  return (
    <Dialog
      isOpen
      title="Request an erasure"
      onClose={onClosed}
      isLocked={isBusy}
      footer={
        <>
          <Button onPress={onClosed} isDisabled={isBusy}>
            Cancel
          </Button>
          {scope === null ? (
            <Button
              variant="primary"
              isDisabled={ids.length === 0 || isTooLong}
              isPending={look.isPending}
              onPress={() => look.send({ payload: subjects })}
            >
              Show the scope
            </Button>
          ) : (
            <Button
              variant="danger"
              isDisabled={scope.respondents === 0}
              isPending={request.isPending}
              onPress={() => request.send({ payload: { ...subjects, rule, reference } })}
            >
              {`Request the erasure of ${countText(scope.respondents)}`}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['form']}>
        <ComboBox
          label="Named by"
          options={[
            NO_SUPPLIER,
            ...MARKS,
            ...(suppliers.data ?? []).map(({ pm_sup_ud, name }) => ({
              id: String(pm_sup_ud),
              label: `IDs of ${name}`,
            })),
          ]}
          value={kind}
          onChange={id => {
            setKind(id)
            look.dismiss()
          }}
          description={
            marks === undefined
              ? 'RDUDs are found among IDs of a supplier too.'
              : 'All respondents who have one, as long as it is stored. Several people may share it.'
          }
        />
        <TextField
          label="IDs"
          rows={5}
          value={text}
          onChange={typed => {
            setText(typed)
            look.dismiss()
          }}
          isRequired
          description={`One a line, ${countText(ERASURE_IDS_MAX)} at most.`}
          errorMessage={isTooLong ? `There are ${countText(ids.length)} IDs. Request several erasures.` : faults['ids']}
        />
        {scope === null ? null : (
          <>
            <FactsTable
              label="Scope"
              columns={[
                { header: 'Data', cell: ([label]) => label },
                { header: 'Count', cell: ([, count]) => count, isFigure: true },
              ]}
              rows={scopeFacts(scope)}
              keyOf={([label]) => label}
            />
            {scopeNotes(scope).map(note => (
              <p key={note} className={styles['note']}>
                {note}
              </p>
            ))}
            <NativeSelect
              label="Rule"
              options={RULES}
              value={rule}
              onChange={id => {
                if (isRule(id)) setRule(id)
              }}
            />
            <TextField
              label="Reference"
              value={reference}
              onChange={setReference}
              isRequired
              description="A ticket or a letter. It stays in the receipt: name no respondent."
              errorMessage={faults['reference']}
            />
          </>
        )}
        <CallFailure error={look.failure ?? request.failure} />
      </div>
    </Dialog>
  )
}
