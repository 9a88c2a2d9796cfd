import { RefreshCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import type { ExportedTable } from '#kit/tables/export-file.ts'
import { ExportMenu } from '#kit/tables/export-menu.tsx'
import type { WhyMoments } from './why-spans.ts'
import styles from './why.module.css'

/** The two moments of a change, in a zone. */
export const betweenText = ({ from, to, isUntilNow }: WhyMoments, zone: string): string =>
  `${dateTimeText(Date.parse(from), zone)} – ${isUntilNow ? 'now' : dateTimeText(Date.parse(to), zone)}`

interface WhyActsProps {
  readonly isReading: boolean
  readonly onAgain: () => void
  readonly read: () => ExportedTable
}

/** The ways to read a change again and to take it along. */
export function WhyActs({ isReading, onAgain, read }: WhyActsProps) {
  return (
    <div className={styles['acts']}>
      <Button size="small" icon={<RefreshCw aria-hidden />} onPress={onAgain} isPending={isReading}>
        Refresh
      </Button>
      <ExportMenu size="small" read={read} />
    </div>
  )
}
