import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { knownFor } from '@desk/schema/columns/supply-cost'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { newCommandId } from '#runtime/hooks/use-status-change.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { COST_NOT_KNOWN } from '#kit/money/cost-text.tsx'
import { ReadingPart } from '#kit/sent-tables/reading-part.tsx'
import { PreviewSums } from './preview-sums.tsx'
import { changeText } from '#ui/format/figures.ts'
import styles from './reconciliation.module.css'
import { previewKey } from './reconciliation-keys.ts'
import { MODE_WORDS, rowsText } from './reconciliation-words.ts'
import { NO_ROW_FILTER } from './row-filter.ts'
import { RowTable } from './row-table.tsx'
import { RowsButton } from './rows-button.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The effect of storing, to the row: sums, guards, the button that stores exactly that, and the rows with their ticks.
 */
export function PreviewPart({ at, zone }: { readonly at: ReconciliationDesk; readonly zone: string }) {
  const shown = useSelector(at.reconciliation, stand.preview, isSame)
  const { data } = useQuery<ReconciliationPreview>({
    queryKey: previewKey(shown?.reconciliationId ?? 0),
    queryFn: skipToken,
  })
  if (shown === null || data === undefined) return null
  return <Preview at={at} shown={shown} preview={data} zone={zone} />
}

function Preview({
  at,
  shown,
  preview,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly shown: NonNullable<ReturnType<typeof stand.preview>>
  readonly preview: ReconciliationPreview
  readonly zone: string
}) {
  const { send } = at.reconciliation
  const [, change] = useUrlSearch()
  const [isAllOrNothing, setIsAllOrNothing] = useState(false)
  const { request, guards } = preview
  const { currency, sell_cents, supply_cents, completes, priced_completes } = request.money
  const known =
    priced_completes === undefined ? null : knownFor('Expense', { completes, pricedCompletes: priced_completes })
  const applied = (of: string, text: string) => (
    <RowsButton of={of} rows={{ applied: 'true' }}>
      {text}
    </RowsButton>
  )
  return (
    <section className={styles['part']} aria-labelledby="preview">
      <h2 id="preview" className={styles['title']} tabIndex={-1} data-stand>
        Preview of {shown.name}
      </h2>
      <p>
        {MODE_WORDS[request.mode]}. Of {rowsText(request.rows)}
        {request.rest_rows === 0 ? '' : ` and ${request.rest_rows.toLocaleString('en-US')} other completes`}, storing
        changes <strong>{applied('Rows that storing changes', rowsText(preview.changes))}</strong>:{' '}
        {applied('From the client', changeText(sell_cents, currency))} from the client
        {supply_cents === undefined ? null : (
          <>
            , {supply_cents === null ? COST_NOT_KNOWN : applied('To suppliers', changeText(supply_cents, currency))} to
            suppliers
          </>
        )}
        .{known === null ? '' : ` ${known}.`} Nothing is stored yet.
      </p>
      {request.reading === null ? null : (
        <ReadingPart reading={request.reading} {...(shown.canBeReadAgain ? { onReadAs: at.readAgain } : {})} />
      )}
      {preview.open_suggestions === 0 ? null : (
        <Banner
          tone="warning"
          action={{ label: 'Show them', onPress: () => change({ ...NO_ROW_FILTER, outcome: 'needs_confirmation' }) }}
        >
          {`${rowsText(preview.open_suggestions)} ${preview.open_suggestions === 1 ? 'has' : 'have'} an id that is almost a respondent’s, or that of several. Confirm the right ones; the others are not applied.`}
        </Banner>
      )}
      <PreviewSums at={at} preview={preview} choice={shown.choice} />
      {guards.length === 0 ? null : (
        <div className={styles['part']} role="group" aria-label="Before you store">
          <h3 className={styles['subtitle']}>Before you store</h3>
          <ul className={styles['guards']}>
            {guards.map(({ kind, stmid, message }) => (
              <li key={`${kind} ${stmid}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {shown.numberToType === null || shown.isChanged ? null : (
        <div className={styles['tools']}>
          <TextField
            label={`Type the project number, ${shown.numberToType}`}
            value={shown.typedNumber}
            onChange={number => send({ type: 'reconciliation.numberTyped', number })}
            errorMessage={
              shown.typedNumber === '' || shown.isNumberRight ? undefined : 'This is not the number of this project.'
            }
          />
        </div>
      )}
      <Checkbox isSelected={isAllOrNothing} onChange={setIsAllOrNothing}>
        All or nothing: store only when every row can be applied
      </Checkbox>
      {/* ahead of the rows, of which there may be many, and in sight beside each of them */}
      <div className={styles['act']}>
        {shown.isChanged ? (
          <Button variant="primary" onPress={() => send({ type: 'reconciliation.previewRequested' })}>
            Update the preview
          </Button>
        ) : (
          <Button
            variant="primary"
            isDisabled={!shown.canStore}
            onPress={() => send({ type: 'reconciliation.storeRequested', commandId: newCommandId(), isAllOrNothing })}
          >
            {`Store ${rowsText(preview.changes)}`}
          </Button>
        )}
        <Button onPress={() => send({ type: 'reconciliation.restartRequested' })}>Discard</Button>
        <span className={styles['note']}>
          {shown.isChanged
            ? 'Your ticks differ from this preview: update it, then store.'
            : preview.changes === 0
              ? 'Storing would change nothing.'
              : null}
        </span>
      </div>
      <p className={styles['note']}>
        Digest <span className={styles['digest']}>{shown.digest}</span>: the result matches this preview, or storing is
        refused.
      </p>
      <RowTable at={at} preview={preview} choice={shown.choice} zone={zone} />
    </section>
  )
}
