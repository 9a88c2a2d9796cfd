import { Button } from '#ui/button.tsx'
import styles from './reconciliation.module.css'

/** Moves between the pages of a list; nothing where one page holds all. */
export function Pages({
  page,
  pageRows,
  total,
  onPage,
}: {
  readonly page: number
  readonly pageRows: number
  readonly total: number
  readonly onPage: (page: number) => void
}) {
  if (total <= pageRows) return null
  const first = page * pageRows + 1
  const last = Math.min(total, first + pageRows - 1)
  return (
    <div className={styles['tools']} role="group" aria-label="Pages">
      <Button size="small" onPress={() => onPage(page - 1)} isDisabled={page === 0}>
        Previous
      </Button>
      <span className={styles['note']}>
        {`${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </span>
      <Button size="small" onPress={() => onPage(page + 1)} isDisabled={last === total}>
        Next
      </Button>
    </div>
  )
}
