import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import type { BulkKind, BulkNoun, ChosenRow } from './bulk-rows.ts'
import type { Selection } from './selection.ts'
import styles from './bulk.module.css'

const BulkDialog = lazyOverlay(
  () => import('./bulk-dialog.tsx'),
  'The change of several',
  ({ onClose }) => onClose(),
)

/** The button of each kind of change, and what the hint calls it. */
const WORDS: Readonly<Record<BulkKind, { readonly button: string; readonly changed: string }>> = {
  status: { button: 'Change status…', changed: 'status' },
  supplyPrice: { button: 'Change price…', changed: 'price' },
  sellPrice: { button: 'Change sell price…', changed: 'sell price' },
  sourceEnd: { button: 'Change out of field…', changed: 'out of field date' },
  surveyEnd: { button: 'Change out of field…', changed: 'out of field date' },
}

export interface SelectionBarProps {
  /** The kind of the rows. */
  noun: BulkNoun
  /** The fields that can be changed together: the ones that this view may see and set (domain.md §4). */
  kinds: readonly BulkKind[]
  selection: Selection
  /** The rows of the table: without any there is nothing to choose. */
  rows: { readonly subscribeRows: (listener: () => void) => () => void; readonly ids: () => readonly string[] }
  shownIds: () => readonly string[]
  nameOf: (id: string) => string | undefined
  /** Reads the rest of the screen again, outside its tables. */
  onChanged: () => void
}

const inWords = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The acts on the chosen rows. It is always there, so that the first choice does not move the table. */
export function SelectionBar({ noun, kinds, selection, rows, shownIds, nameOf, onChanged }: SelectionBarProps) {
  const chosen = useSyncExternalStore(selection.subscribe, selection.ids)
  const hasRows = useSyncExternalStore(rows.subscribeRows, () => rows.ids().length > 0)
  const [asked, setAsked] = useState<{ readonly kind: BulkKind; readonly chosen: readonly ChosenRow[] } | null>(null)
  const words = chosen.size === 0 ? 'Nothing selected' : `${chosen.size.toLocaleString('en-US')} selected`
  const said = useRef(words)
  useEffect(() => {
    if (said.current === words) return
    said.current = words
    announce(words, 'status')
  }, [words])

  const ask = (kind: BulkKind) => () =>
    setAsked({ kind, chosen: [...chosen].map(id => ({ id: Number(id), name: nameOf(id) ?? `${noun} ${id}` })) })
  const isNone = chosen.size === 0
  const all = useRef<HTMLButtonElement>(null)
  const clear = () => {
    // the button that was pressed goes with the selection
    all.current?.focus()
    selection.clear()
  }
  if (isNone && !hasRows) return <div className={styles['bar']} />
  return (
    <div
      role="group"
      aria-label={`Selected ${noun}s`}
      className={styles['bar']}
      onFocus={() => void BulkDialog.preload()}
      data-some={isNone ? undefined : true}
    >
      {isNone ? null : (
        <>
          <span className={styles['count']}>{words}</span>
          {kinds.map(kind => (
            <Button key={kind} size="small" onPress={ask(kind)}>
              {WORDS[kind].button}
            </Button>
          ))}
        </>
      )}
      <Button ref={all} size="small" variant="ghost" onPress={() => selection.add(shownIds())}>
        Select all
      </Button>
      {isNone ? (
        <span className={styles['hint']}>to change {inWords.format(kinds.map(kind => WORDS[kind].changed))}</span>
      ) : (
        <Button size="small" variant="ghost" onPress={clear}>
          Clear
        </Button>
      )}
      <Suspense fallback={null}>
        {asked === null ? null : (
          <BulkDialog {...asked} noun={noun} onChanged={onChanged} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </div>
  )
}
