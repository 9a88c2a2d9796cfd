import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import type { ReconciliationMode } from '@desk/schema/reconciliation/reconciliation-request'
import { NOTE_MAX_LENGTH, PURCHASE_ORDER_MAX_LENGTH } from '@desk/schema/reconciliation/reconciliation-forms'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DropFile } from './drop-file.tsx'
import { PasteIds } from './paste-ids.tsx'
import styles from './reconciliation.module.css'
import { linesText, MODE_WORDS } from './reconciliation-words.ts'
import { RetrievePanel } from './retrieve-panel.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const WAYS = [
  { id: 'choice', label: 'Choose from the list' },
  { id: 'file', label: 'File' },
  { id: 'paste', label: 'Paste ids' },
] as const
type Way = (typeof WAYS)[number]['id']

/** The client's terms for a request, however its rows come. */
export interface Terms {
  readonly mode: ReconciliationMode
  readonly note: string
  readonly purchaseOrder: string
}

/** How rows come in: the old version takes files; the new one a choice from the list and pasted ids, too. */
export function RequestForm({
  at,
  version,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly version: 'old' | 'new'
  readonly zone: string
}) {
  const canSubmit = useSelector(at.reconciliation, stand.canSubmit)
  const isRetrieving = useSelector(at.reconciliation, stand.isRetrieving)
  const [search, change] = useUrlSearch()
  const [terms, setTerms] = useState<Terms>({ mode: 'REJECT_LIST', note: '', purchaseOrder: '' })
  const way: Way = version === 'old' ? 'file' : (WAYS.find(({ id }) => id === search['way'])?.id ?? 'choice')
  if (!canSubmit && !isRetrieving) return null
  return (
    <section className={styles['part']} aria-labelledby="new-request">
      <h2 id="new-request" className={styles['title']} tabIndex={-1} data-stand>
        New request
      </h2>
      {version === 'old' ? null : (
        <div>
          <SegmentedControl
            label="How the rows come"
            segments={WAYS}
            value={way}
            onChange={id => change({ way: id })}
          />
        </div>
      )}
      <div className={styles['tools']}>
        <NativeSelect
          label="The listed respondents are"
          options={[
            { id: 'REJECT_LIST', label: `${MODE_WORDS.REJECT_LIST}: all other completes stay` },
            { id: 'ACCEPT_LIST', label: `${MODE_WORDS.ACCEPT_LIST}: all other completes are rejected` },
          ]}
          value={terms.mode}
          onChange={id => setTerms({ ...terms, mode: id === 'ACCEPT_LIST' ? 'ACCEPT_LIST' : 'REJECT_LIST' })}
        />
        <TextField
          label="Note"
          maxLength={NOTE_MAX_LENGTH}
          value={terms.note}
          onChange={note => setTerms({ ...terms, note })}
        />
        <TextField
          label="Purchase order"
          maxLength={PURCHASE_ORDER_MAX_LENGTH}
          value={terms.purchaseOrder}
          onChange={purchaseOrder => setTerms({ ...terms, purchaseOrder })}
        />
      </div>
      {way === 'file' ? (
        <DropFile onFile={file => at.submit({ ...terms, way: 'file', version, file }, file.name)} />
      ) : way === 'paste' ? (
        <PasteIds
          mode={terms.mode}
          onSubmit={(text, reasonCode, lines) =>
            at.submit({ ...terms, way: 'paste', version, text, reasonCode }, linesText(lines, 'pasted'))
          }
        />
      ) : (
        <RetrievePanel at={at} terms={terms} zone={zone} />
      )}
    </section>
  )
}
