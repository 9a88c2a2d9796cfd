import type { SourceRow } from '@desk/schema/figures/figures'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { failureMessage, isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { Kbd } from '#ui/kbd.tsx'
import { isolated } from '#ui/format/isolated.ts'
import type { AfterEdit } from '#ui/table/data-table.tsx'
import { showToast } from '#ui/toasts.ts'
import { useZoneList } from '#kit/forms/lookup-reads.ts'
import { forgetSources } from '../after-save.ts'
import { judgeCell, readBasis, saidOf, typedOf } from './cell-edits.ts'
import type { CellField } from './cell-fields.ts'
import { sendCell } from './send-cell.ts'
import styles from './cell-editor.module.css'

const LABELS: Readonly<Record<CellField, string>> = {
  name: 'Source Name',
  target: 'Target (N)',
  price: 'Supply Price',
  end: 'Out of field date',
}
const MINUTE_MS = 60_000

export interface CellEditorProps {
  readonly row: Pick<SourceRow, 'stmid' | 'name' | 'pm_sy_ud'>
  readonly field: CellField
  /** The cell that is edited. */
  readonly element: HTMLElement
  readonly seesSupplyPrice: boolean
  readonly onClose: (to: AfterEdit) => void
}

/** Edits one cell of the source table: it shows what the change does before it is saved (day.md §3). */
export default function CellEditor({ row, field, element, seesSupplyPrice, onClose }: CellEditorProps) {
  const desk = useDesk()
  const nowMs = useNowMs(MINUTE_MS)
  const { data: zones } = useZoneList()
  const basis = useQuery({
    queryKey: ['cell edit', row.stmid, field],
    queryFn: ({ signal }) => readBasis(desk.api, { field, id: row.stmid, zones: zones ?? [], seesSupplyPrice }, signal),
    enabled: zones !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [own, setOwn] = useState<string | null>(null)
  /** Why the last save failed, or the value that another user stored. */
  const [told, setTold] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  /** It was to be saved before the source was read. */
  const wanted = useRef<AfterEdit | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const trigger = useRef(element)
  const id = useId()

  const present = basis.data
  const typed = own ?? (present === undefined ? '' : typedOf(present))
  const verdict = present === undefined ? null : judgeCell(present, typed, nowMs)

  const save = (to: AfterEdit) => {
    if (isSending) return
    if (present === undefined || verdict === null) {
      wanted.current = to
      return
    }
    if (verdict.fault !== null) {
      setTold(verdict.fault)
      return
    }
    if (verdict.order === null) {
      onClose(to)
      return
    }
    setSending(true)
    sendCell(desk, present, verdict.order, {
      onDone: undo => {
        forgetSources(desk, row.pm_sy_ud)
        void showToast({
          type: 'success',
          message: `${isolated(row.name)}: ${verdict.from} → ${verdict.to}`,
          length: 'undo',
          ...(undo === null ? {} : { action: { label: 'Undo', onPress: undo } }),
        })
        onClose(to)
      },
      onUndone: () => {
        forgetSources(desk, row.pm_sy_ud)
        void showToast({ type: 'success', message: `${isolated(row.name)} is as it was before` })
      },
      onFailed: (failure, isUndo) => {
        if (isUndo) {
          const message = `${isolated(row.name)} could not be undone`
          void showToast({ type: 'error', message, description: failureMessage(failure) })
          return
        }
        setSending(false)
        if (!isStale(failure)) {
          setTold(failureMessage(failure))
          return
        }
        void basis.refetch().then(({ data }) => {
          if (data === undefined) return
          // the typed text stays, even where it was the stored value
          setOwn(typed)
          setTold(
            `Another user has changed this source: it is ${saidOf(data)} now, and yours is ${verdict.to}. Enter saves yours, Esc leaves theirs.`,
          )
        })
      },
    })
  }

  const saveWanted = useEffectEvent(() => {
    const to = wanted.current
    wanted.current = null
    if (to !== null) save(to)
  })
  const isRead = present !== undefined
  useEffect(() => {
    if (isRead) saveWanted()
  }, [isRead])
  useEffect(() => {
    if (isRead && own === null) input.current?.select()
  }, [isRead, own])
  // the table holds its order while a cell of it is open
  useEffect(() => {
    element.setAttribute('aria-expanded', 'true')
    return () => element.removeAttribute('aria-expanded')
  }, [element])

  const error = told ?? (basis.error === null ? null : failureMessage(basis.error))
  return (
    <AriaPopover
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose('stay')
      }}
      triggerRef={trigger}
      placement="bottom start"
      offset={-element.offsetHeight}
      aria-label={`${LABELS[field]} of ${row.name}`}
      className={styles['editor']!}
    >
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this field to type
        autoFocus
        type={field === 'end' ? 'datetime-local' : 'text'}
        inputMode={field === 'price' ? 'decimal' : field === 'target' ? 'numeric' : undefined}
        aria-label={LABELS[field]}
        aria-invalid={error !== null}
        aria-describedby={`${id}-does`}
        className={styles['input']}
        style={{ minBlockSize: element.offsetHeight, minInlineSize: element.offsetWidth }}
        value={typed}
        onChange={({ target }) => {
          setOwn(target.value)
          setTold(null)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' && (event.key !== 'Tab' || event.shiftKey)) return
          event.preventDefault()
          save(event.key === 'Enter' ? 'down' : 'right')
        }}
      />
      <div id={`${id}-does`} className={styles['does']} aria-live="polite">
        {verdict === null ? (
          <p>{error === null ? 'Reading the source…' : null}</p>
        ) : (
          <>
            <p className={styles['change']}>
              {verdict.from}
              {verdict.from === verdict.to ? null : ` → ${verdict.to}`}
            </p>
            {verdict.notes.map(note => (
              <p key={note}>{note}</p>
            ))}
            {verdict.warnings.map(warning => (
              <p key={warning} className={styles['warning']}>
                {warning}
              </p>
            ))}
          </>
        )}
        {error === null ? null : <p className={styles['error']}>{error}</p>}
        <p className={styles['keys']}>
          <Kbd>Enter</Kbd> saves, <Kbd>Tab</Kbd> saves and goes right, <Kbd>Esc</Kbd> leaves
        </p>
      </div>
    </AriaPopover>
  )
}
