import { MARK_LISTS, type MarkKind, type MarkList } from '@desk/schema/defender/mark-lists'
import { useAct } from '#runtime/acts/use-act.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from '../defender-views.module.css'
import { markActFailed, useMarksReadAgain } from './use-mark-acts.ts'

const WORDS = { block: ['Block', 'Blocked'], watch: ['Watch', 'Watched'] } as const

export interface ListButtonsProps {
  readonly kind: MarkKind
  readonly value: string
  readonly lists: readonly MarkList[]
}

/** Blocks or watches a device or an address; says which list it is on. */
export function ListButtons({ kind, value, lists }: ListButtonsProps) {
  const mayAdd = useMayCall('markLists.add')
  const readAgain = useMarksReadAgain()
  const add = useAct('markLists.add', {
    onDone: ({ list, is_stored: isStored, faults }) => {
      void readAgain()
      void showToast(
        isStored
          ? { type: 'success', message: `${value} is on the ${list} list.` }
          : { type: 'error', message: faults[0]?.message ?? 'It could not be listed.' },
      )
    },
    onFailed: markActFailed,
  })
  // in quotes, so that a comma within is no second column
  const text = `"${value.replaceAll('"', '""')}"`
  return (
    <span className={styles['buttons']}>
      {MARK_LISTS.map(list =>
        lists.includes(list) ? (
          <span key={list}>{WORDS[list][1]}</span>
        ) : mayAdd ? (
          <Button
            key={list}
            size="small"
            aria-label={`${WORDS[list][0]} ${value}`}
            isDisabled={add.isPending}
            onPress={() => add.send({ payload: { list, kind, text, note: '', until: null, take: 'all' } })}
          >
            {WORDS[list][0]}
          </Button>
        ) : null,
      )}
    </span>
  )
}
