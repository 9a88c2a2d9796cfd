'use no memo'

import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { useState } from 'react'
import { dateTimeText } from '#ui/format/times.ts'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './print-head.module.css'

export interface PrintHeadProps {
  title: string
  /** In words: 'Status: Live'. */
  filters: readonly string[]
}

/** The head of a printed table: what it is, its filters, and when it was printed. */
export function PrintHead(props: PrintHeadProps) {
  return useIsPrinting() ? <Head {...props} /> : null
}

function Head({ title, filters }: PrintHeadProps) {
  const zone = useZone()
  const [atMs] = useState(() => Date.now())
  return (
    <div className={styles['head']}>
      <p className={styles['title']}>{title}</p>
      <p>{filters.length === 0 ? 'No filter' : filters.join(' · ')}</p>
      <p>
        {dateTimeText(atMs, zone.name)} · {zone.text} · {ACCOUNT_CURRENCY}
      </p>
    </div>
  )
}
