import { faultsOf } from '@desk/machines/form/form.fields'
import { repeatedPrecodes } from '@desk/schema/qualifications/option-precodes'
import { QualificationOptionsForm } from '@desk/schema/qualifications/qualification-form'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { ApiError, failureMessage, isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { announce } from '#ui/live-region.tsx'
import { showToast } from '#ui/toasts.ts'
import type { OptionEdits } from './option-row.tsx'
import {
  differences,
  faultsAt,
  isSame,
  moved,
  NO_FAULTS,
  overTheirs,
  rowsOf,
  toWire,
  typedOver,
  type OptionDifference,
  type OptionFaults,
  type OptionRow,
} from './option-rows.ts'
import { optionsKey, readOptions, type StoredOptions } from './stored-options.ts'
import { forgetQualifications } from './qualification-cache.ts'

const newKey = (): string => `new ${crypto.randomUUID()}`

interface OptionsState {
  readonly rows: readonly OptionRow[]
  /** The stored options: the base of comparisons and saves. */
  readonly base: StoredOptions
  /** Faults of the last attempt to save. */
  readonly faults: OptionFaults
}

export interface UseOptionsArgs {
  readonly textId: number
  readonly stored: StoredOptions
  /** Brings an option into sight and focuses a part of it. */
  readonly focus: (index: number, part: string) => void
}

/** Duplicate precodes, while typing. */
function withRepeated(rows: readonly OptionRow[], { rows: known, whole }: OptionFaults): OptionFaults {
  const repeated = repeatedPrecodes(rows)
  if (repeated.length === 0) return { rows: known, whole }
  const byRow = new Map(known)
  for (const { index, firstIndex, precode } of repeated) {
    const key = rows[index]?.key ?? ''
    byRow.set(key, {
      ...byRow.get(key),
      precode: `Precode ${precode} is there twice: option ${firstIndex + 1} has it too`,
    })
  }
  return { rows: byRow, whole }
}

/** The options of a text during editing: saving stores all of them at once. */
export function useOptions({ textId, stored, focus }: UseOptionsArgs) {
  const desk = useDesk()
  const [{ rows, base, faults }, set] = useState<OptionsState>({ rows: stored.rows, base: stored, faults: NO_FAULTS })
  const [theirs, setTheirs] = useState<StoredOptions | null>(null)
  const [targetIndex, setTargetIndex] = useState<number | null>(null)
  const sentRows = useRef(rows)
  // an announcement describes the screen of that moment
  const latest = useRef({ rows, focus })
  useLayoutEffect(() => {
    latest.current = { rows, focus }
  })
  const drag = useRef<{ readonly key: string; over: number | null } | null>(null)

  const judged = useDeferredValue(rows)
  const shownFaults = useMemo(() => withRepeated(judged, faults), [judged, faults])
  const put = (change: (before: readonly OptionRow[]) => readonly OptionRow[]) =>
    set(before => ({ ...before, rows: change(before.rows) }))
  const [edits] = useState<OptionEdits>(() => {
    const indexOf = (rowKey: string) => latest.current.rows.findIndex(row => row.key === rowKey)
    const partInFocus = (): string =>
      document.activeElement instanceof HTMLElement ? (document.activeElement.dataset['part'] ?? 'name') : 'name'
    const move = (rowKey: string, to: number): void => {
      const from = indexOf(rowKey)
      const place = Math.min(Math.max(to, 0), latest.current.rows.length - 1)
      if (from === -1 || from === place) return
      const part = partInFocus()
      put(before => moved(before, from, place))
      latest.current.focus(place, part)
      announce(`Option moved to place ${place + 1} of ${latest.current.rows.length}`, 'status')
    }
    const endDrag = () => {
      const dragged = drag.current
      drag.current = null
      setTargetIndex(null)
      return dragged
    }
    return {
      change: (rowKey, field, value) =>
        set(before => {
          const at = before.rows.findIndex(row => row.key === rowKey)
          const row = before.rows[at]
          if (row === undefined) return before
          const { [field]: _, ...others } = before.faults.rows.get(rowKey) ?? {}
          const byRow = new Map(before.faults.rows)
          if (Object.keys(others).length === 0) byRow.delete(rowKey)
          else byRow.set(rowKey, others)
          return {
            ...before,
            rows: before.rows.with(at, { ...row, [field]: value }),
            faults: before.faults.rows.has(rowKey) ? { ...before.faults, rows: byRow } : before.faults,
          }
        }),
      move,
      remove: rowKey => {
        const at = indexOf(rowKey)
        put(before => before.filter(row => row.key !== rowKey))
        latest.current.focus(Math.max(0, Math.min(at, latest.current.rows.length - 2)), 'remove')
      },
      dragStart: rowKey => {
        drag.current = { key: rowKey, over: null }
      },
      dragOver: index => {
        if (drag.current === null || drag.current.over === index) return
        drag.current.over = index
        setTargetIndex(index)
      },
      dragEnd: endDrag,
      drop: () => {
        const dragged = endDrag()
        if (dragged !== null && dragged.over !== null) move(dragged.key, dragged.over)
      },
    }
  })

  const showFaults = (
    judgedRows: readonly OptionRow[],
    found: readonly { readonly path: readonly string[]; readonly message: string }[],
  ) => {
    const at = faultsAt(judgedRows, found)
    set(before => ({ ...before, faults: at }))
    const first = judgedRows.findIndex(row => at.rows.has(row.key))
    if (first === -1) return
    focus(first, Object.keys(at.rows.get(judgedRows[first]?.key ?? '') ?? {})[0] ?? 'name')
  }

  const tell = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })
  const saving = useAct('qualifications.replaceOptions', {
    // it is saved once the screen has the stored options
    perform: async request => {
      const answer = await desk.api.call('qualifications.replaceOptions', request)
      const now = await readOptions(desk.api, textId)
      const sent = sentRows.current
      desk.queryClient.setQueryData(optionsKey(textId), now)
      set(({ rows: typed }) => ({
        rows: typed === sent ? now.rows : typedOver(rowsOf(answer), sent, typed),
        base: now,
        faults: NO_FAULTS,
      }))
      setTheirs(null)
      forgetQualifications(desk.queryClient)
      void showToast({
        type: 'success',
        message:
          now.rows.length === 1
            ? '1 option was saved'
            : `${now.rows.length.toLocaleString('en-US')} options were saved`,
      })
      return answer
    },
    onFailed: failure => {
      if (failure instanceof ApiError && failure.status === 422) showFaults(sentRows.current, failure.details)
      else if (isStale(failure)) void readOptions(desk.api, textId).then(setTheirs, tell)
      else tell(failure)
    },
  })
  const send = (sent: readonly OptionRow[], version: number) => {
    if (saving.isPending) return
    const found = faultsOf(QualificationOptionsForm, { qualification_options: toWire(sent), version })
    if (found.length > 0) return showFaults(sent, found)
    sentRows.current = sent
    saving.send({ params: { id: textId }, payload: { qualification_options: toWire(sent), version } })
  }

  return {
    rows,
    faults: shownFaults,
    edits,
    targetIndex,
    hasUnsaved: !isSame(rows, base.rows),
    isSaving: saving.isPending,
    add: (precode: string) => {
      put(before => [...before, { key: newKey(), id: null, precode, name: '', english: '' }])
      // the table may be there with the next render only
      requestAnimationFrame(() => latest.current.focus(latest.current.rows.length - 1, 'name'))
    },
    replace: (taken: readonly OptionRow[]) => set(before => ({ ...before, rows: taken, faults: NO_FAULTS })),
    discard: () => set(before => ({ ...before, rows: before.base.rows, faults: NO_FAULTS })),
    save: () => send(rows, base.version),
    /** The differences from another user's stored change; null: none. */
    stale: theirs === null ? null : (differences(base.rows, rows, theirs.rows) satisfies readonly OptionDifference[]),
    keepMine: () => {
      if (theirs === null) return
      const mine = overTheirs(rows, theirs.rows)
      set({ rows: mine, base: theirs, faults: NO_FAULTS })
      setTheirs(null)
      send(mine, theirs.version)
    },
    takeTheirs: () => {
      if (theirs === null) return
      desk.queryClient.setQueryData(optionsKey(textId), theirs)
      set({ rows: theirs.rows, base: theirs, faults: NO_FAULTS })
      setTheirs(null)
    },
    postpone: () => setTheirs(null),
  }
}
