import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { ApiError, failureMessage, isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { isolated } from '#ui/format/isolated.ts'
import type { AfterEdit } from '#ui/table/data-table.tsx'
import { showToast } from '#ui/toasts.ts'
import { WhatIfEffect } from '#kit/forecasts/what-if-effect.tsx'
import { useZoneList } from '#kit/forms/lookup-reads.ts'
import type { CellRules } from './cell-rules.ts'
import styles from './cell-editor.module.css'

const MINUTE_MS = 60_000
const DIALOG_INPUT_PX = 36

const messageOf = (failure: unknown): string =>
  (failure instanceof ApiError ? failure.details?.[0]?.message : undefined) ?? failureMessage(failure)

export interface CellEditorProps<Basis, Order> {
  readonly rules: CellRules<Basis, Order>
  /** The cell that is edited; null: it is edited in a dialog, away from its table. */
  readonly element: HTMLElement | null
  /** The value to begin with; unset: the stored one. */
  readonly initial?: string | undefined
  readonly onClose: (to: AfterEdit) => void
}

/** Edits one cell of a table: it shows what the change does before it is saved (day.md §3). */
export function CellEditor<Basis, Order>({ rules, element, initial, onClose }: CellEditorProps<Basis, Order>) {
  const { noun, field, label, input: kind, typedOf, saidOf, forget } = rules
  const desk = useDesk()
  const nowMs = useNowMs(MINUTE_MS)
  const { data: zones } = useZoneList()
  const basis = useQuery({
    queryKey: ['cell edit', noun, rules.id, field],
    queryFn: ({ signal }) => rules.read(desk.api, zones ?? [], signal),
    enabled: zones !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [own, setOwn] = useState<string | null>(initial ?? null)
  /** Why the last save failed, or the value that another user stored. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [takesOffer, setTakesOffer] = useState(true)
  /** It was to be saved before the object was read. */
  const wanted = useRef<AfterEdit | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const trigger = useRef(element)
  const id = useId()
  const name = isolated(rules.name)

  const present = basis.data
  const typed = own ?? (present === undefined ? '' : typedOf(present))
  const verdict = present === undefined ? null : rules.judge(present, typed, nowMs)
  const asked = verdict?.order == null ? null : rules.whatIf(verdict.order)

  const save = (to: AfterEdit) => {
    if (isSending) return
    if (present === undefined || verdict === null) {
      wanted.current = to
      return
    }
    if (verdict.fault !== null) {
      setRefusal(verdict.fault)
      return
    }
    if (verdict.order === null) {
      onClose(to)
      return
    }
    setSending(true)
    rules.send(desk, present, verdict.order, takesOffer, {
      onDone: undo => {
        forget(desk)
        void showToast({
          type: 'success',
          message: `${name}: ${verdict.from} → ${verdict.to}`,
          length: 'undo',
          ...(undo === null ? {} : { action: { label: 'Undo', onPress: undo } }),
        })
        onClose(to)
      },
      onUndone: () => {
        forget(desk)
        void showToast({ type: 'success', message: `${name} is as it was before` })
      },
      onFailed: (failure, isUndo) => {
        if (isUndo) {
          const message = `${name} could not be undone`
          void showToast({ type: 'error', message, description: failureMessage(failure) })
          return
        }
        setSending(false)
        if (!isStale(failure)) {
          setRefusal(messageOf(failure))
          return
        }
        void basis.refetch().then(({ data }) => {
          if (data === undefined) return
          // the typed text stays, even where it was the stored value
          setOwn(typed)
          setRefusal(
            `Another user has changed this ${noun}: it is ${saidOf(data)} now, and yours is ${verdict.to}. Enter saves yours, Esc leaves theirs.`,
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
    element?.setAttribute('aria-expanded', 'true')
    return () => element?.removeAttribute('aria-expanded')
  }, [element])

  const error = refusal ?? (basis.error === null ? null : failureMessage(basis.error))
  const title = `${label} of ${rules.name}`
  const content = (
    <>
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this field to type
        autoFocus
        type={kind === 'moment' ? 'datetime-local' : 'text'}
        inputMode={kind === 'moment' ? undefined : kind}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={`${id}-does`}
        className={styles['input']}
        style={{ minBlockSize: element?.offsetHeight ?? DIALOG_INPUT_PX, minInlineSize: element?.offsetWidth }}
        value={typed}
        onChange={({ target }) => {
          setOwn(target.value)
          setRefusal(null)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' && (event.key !== 'Tab' || event.shiftKey)) return
          event.preventDefault()
          save(event.key === 'Enter' ? 'down' : 'right')
        }}
      />
      <div id={`${id}-does`} className={styles['does']} aria-live="polite">
        {verdict === null ? (
          <p>{error === null ? `Reading the ${noun}…` : null}</p>
        ) : (
          <>
            <p className={styles['change']}>
              {verdict.from}
              {verdict.from === verdict.to ? null : ` → ${verdict.to}`}
            </p>
            {asked === null ? null : <WhatIfEffect place={{ scope: noun, id: rules.id }} query={asked} />}
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
        {verdict?.offer == null ? null : (
          <Checkbox isSelected={takesOffer} onChange={setTakesOffer}>
            {verdict.offer}
          </Checkbox>
        )}
        {error === null ? null : <p className={styles['error']}>{error}</p>}
        <div className={styles['touch']}>
          <Button size="small" variant="primary" onPress={() => save('stay')}>
            Save
          </Button>
        </div>
        <p className={styles['keys']}>
          <Kbd>Enter</Kbd> saves, <Kbd>Tab</Kbd> saves and goes right, <Kbd>Esc</Kbd> leaves
        </p>
      </div>
    </>
  )
  if (element === null)
    return (
      <Dialog isOpen title={title} onClose={() => onClose('stay')} isLocked={isSending}>
        {content}
      </Dialog>
    )
  return (
    <AriaPopover
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose('stay')
      }}
      triggerRef={trigger}
      placement="bottom start"
      offset={-element.offsetHeight}
      aria-label={title}
      className={styles['editor']!}
    >
      {content}
    </AriaPopover>
  )
}
