import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { announce } from '#ui/live-region.tsx'
import { tsvOf } from '#ui/table/copied-rows.ts'
import type { BulkDialogProps } from './bulk-dialog.tsx'
import type { BulkKind, BulkNoun } from './bulk-rows.ts'
import { BULK_KINDS } from './bulk-words.ts'
import { offerChosen } from './chosen-on-page.ts'
import type { ChosenAsText, Selection } from './selection.ts'
import styles from './bulk.module.css'

const BulkDialog = lazyOverlay(
  () => import('./bulk-dialog.tsx'),
  'The change of several',
  ({ onClose }) => onClose(),
)

const BUTTONS: Readonly<Record<BulkKind, string>> = {
  status: 'Change status…',
  supplyPrice: 'Change price…',
  sellPrice: 'Change sell price…',
  sourceEnd: 'Change out of field…',
  surveyEnd: 'Change out of field…',
}

export interface SelectionBarProps {
  /** The kind of the rows. */
  noun: BulkNoun
  /** The fields that can be changed together: the ones that this view may see and set (domain.md §4). */
  kinds: readonly BulkKind[]
  selection: Selection
  shownIds: () => readonly string[]
  /** The chosen rows of the table as text (chosenRows). */
  copied: ChosenAsText
  nameOf: (id: string) => string | undefined
  /** Reads the rest of the screen again, outside its tables. */
  onChanged: () => void
}

/** The acts on the chosen rows, in the row of the table's tools (kit/tables/live-table.tsx); nothing while no row is chosen. */
export function SelectionBar({
  noun,
  kinds: shown,
  selection,
  shownIds,
  copied,
  nameOf,
  onChanged,
}: SelectionBarProps) {
  const user = useUser()
  const kinds = useMemo(
    () => shown.filter(kind => user !== null && mayCall(user, BULK_KINDS[kind].call)),
    [shown, user],
  )
  const chosen = useSyncExternalStore(selection.subscribe, selection.ids)
  const [asked, setAsked] = useState<Pick<BulkDialogProps, 'kind' | 'chosen' | 'initial'> | null>(null)
  const words = chosen.size === 0 ? 'Nothing selected' : `${chosen.size.toLocaleString('en-US')} selected`
  const said = useRef(words)
  useEffect(() => {
    if (said.current === words) return
    said.current = words
    announce(words, 'status')
  }, [words])

  // Ctrl C copies the chosen rows, unless text is selected or typed
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c' || chosen.size === 0) return
    const isTyping = event.target instanceof Element && event.target.matches('input:not([type="checkbox"]), textarea')
    if (isTyping || document.getSelection()?.isCollapsed === false) return
    // chosen rows that the filter hides are not among them
    void copyText(copied(tsvOf, chosen), 'The table of the chosen rows')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const ask = (kind: BulkKind, initial?: string) =>
    setAsked({
      kind,
      chosen: [...chosen].map(id => ({ id: Number(id), name: nameOf(id) ?? `${noun} ${id}` })),
      ...(initial === undefined ? {} : { initial }),
    })
  const askFor = useEffectEvent(ask)
  useEffect(
    () =>
      chosen.size === 0
        ? undefined
        : offerChosen({ noun, count: chosen.size, kinds, open: (kind, initial) => askFor(kind, initial) }),
    [chosen, noun, kinds],
  )
  const bar = useRef<HTMLDivElement>(null)
  const clear = () => {
    // the button that was pressed goes with the selection: the box that chooses all is beneath it
    bar.current?.parentElement?.querySelector<HTMLInputElement>('[role="columnheader"] input')?.focus()
    selection.clear()
  }
  return (
    <>
      {chosen.size === 0 ? null : (
        <div
          ref={bar}
          role="group"
          aria-label={`Selected ${noun}s`}
          className={styles['bar']}
          onFocus={() => void BulkDialog.preload()}
        >
          <span className={styles['count']}>{words}</span>
          {kinds.map(kind => (
            <Button key={kind} size="small" onPress={() => ask(kind)}>
              {BUTTONS[kind]}
            </Button>
          ))}
          <Button size="small" variant="ghost" onPress={() => selection.add(shownIds())}>
            Select all {shownIds().length.toLocaleString('en-US')}
          </Button>
          <Button size="small" variant="ghost" onPress={clear}>
            Clear
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {/* its result stays when the rows that it changed have left the list */}
        {asked === null ? null : (
          <BulkDialog {...asked} noun={noun} onChanged={onChanged} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </>
  )
}
