import type { MarkKind, MarkList } from '@desk/schema/defender/mark-lists'
import { Button } from '#ui/button.tsx'
import styles from '../defender-views.module.css'
import type { useMarkActs } from './use-mark-acts.ts'

export interface ListButtonsProps {
  readonly kind: MarkKind
  readonly value: string
  readonly lists: readonly MarkList[]
  readonly acts: ReturnType<typeof useMarkActs>
}

/** Blocks or watches a device or an address; says which list it is on. */
export function ListButtons({ kind, value, lists, acts }: ListButtonsProps) {
  const { add } = acts
  return (
    <span className={styles['buttons']}>
      {lists.includes('block') ? (
        <span>Blocked</span>
      ) : (
        <Button
          size="small"
          aria-label={`Block ${value}`}
          isDisabled={add.isPending}
          onPress={() => add.mutate({ list: 'block', kind, value })}
        >
          Block
        </Button>
      )}
      {lists.includes('watch') ? (
        <span>Watched</span>
      ) : (
        <Button
          size="small"
          aria-label={`Watch ${value}`}
          isDisabled={add.isPending}
          onPress={() => add.mutate({ list: 'watch', kind, value })}
        >
          Watch
        </Button>
      )}
    </span>
  )
}
