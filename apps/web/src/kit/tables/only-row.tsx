'use no memo'

import { useSyncExternalStore } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import type { RowStore } from '#ui/table/row-store.ts'
import { idOf } from './table-search.ts'
import styles from './live-table.module.css'

/** The one row that a link leads to, by the query parameter `only`; null: there is none, or the table does not have it. */
export function useOnlyRow<Row extends object>(
  store: RowStore<Row>,
  nameOf: (row: Row) => string,
): { readonly id: string; readonly name: string } | null {
  const [search] = useUrlSearch()
  const asked = idOf(search['only'])
  const id = asked === undefined ? '' : String(asked)
  const row = useSyncExternalStore(store.subscribeRows, () => store.get(id))
  return row === undefined ? null : { id, name: nameOf(row) }
}

/** Says that a link has led to one row, and shows the others again. */
export function OnlyRow({ name, onAll }: { readonly name: string; readonly onAll: () => void }) {
  return (
    <p className={styles['only']}>
      <span>Showing only “{name}”.</span>
      <Button size="small" onPress={onAll}>
        Show all
      </Button>
    </p>
  )
}
