import { RETENTION_COUNTED_MOST, type Retention, type RetentionDays } from '@desk/schema/privacy/retention'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Loaded } from '#kit/errors/loaded.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { countText } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import styles from './privacy.module.css'
import { RETENTION_LABELS } from './retention-words.ts'

const RetentionDialog = lazyOverlay(
  async () => ({ default: (await import('./retention-dialog.tsx')).RetentionDialog }),
  'The retention',
  ({ onClosed }) => onClosed(),
)

const ORDER = Object.keys(RETENTION_LABELS) as RetentionDays[] // Object.keys loses the key types
const COUNTED = { marks_days: 'marks', identities_days: 'identities', journals_days: 'journals' } as const
const STARTS: Readonly<Record<RetentionDays, string>> = {
  marks_days: 'after the window of the complete, or after the entry',
  identities_days: 'after the entry',
  journals_days: 'after the last entry',
}
const upTo = (n: number): string => (n >= RETENTION_COUNTED_MOST ? `${countText(n)} or more` : countText(n))

/** The count of the latest sweep; journals have an hourly sweep of their own without a count. */
const lastOf = ({ last }: Retention, name: RetentionDays): string =>
  last === null || name === 'journals_days' ? '' : countText(last[name === 'marks_days' ? 'marks' : 'identities'])

/** How long data of people is stored, what the next sweep removes, and what the last one did. */
export function RetentionPart() {
  const desk = useDesk()
  const me = useUser()
  const zone = useZone()
  const query = desk.query('retention.read', {})
  const read = useQuery({ ...query, staleTime: 0 })
  const [isEditing, setEditing] = useState(false)
  return (
    <Loaded query={read} title="The retention" lines={3}>
      {retention => (
        <>
          <div className={styles['tools']}>
            <p className={styles['note']}>
              {retention.last === null
                ? 'Not swept yet. The account is swept once a day.'
                : `Last sweep ${dateTimeText(Date.parse(retention.last.at), zone.name)}. The account is swept once a day.`}
            </p>
            <Button icon={<Pencil aria-hidden />} onPress={() => setEditing(true)}>
              Edit
            </Button>
          </div>
          {retention.exclusions_beyond > 0 ? (
            <Banner tone="info">
              {retention.exclusions_beyond === 1
                ? '1 exclusion looks'
                : `${retention.exclusions_beyond} exclusions look`}{' '}
              back further than {retention.marks_days} days. Beyond that time respondents are recognised by their
              supplier ID alone.
            </Banner>
          ) : null}
          <FactsTable
            label="Retention"
            columns={[
              { header: 'Data', cell: name => RETENTION_LABELS[name] },
              { header: 'Stored for', cell: name => `${retention[name]} days ${STARTS[name]}` },
              { header: 'Next sweep removes', cell: name => upTo(retention.next[COUNTED[name]]) },
              { header: 'Last sweep removed', cell: name => lastOf(retention, name) },
            ]}
            rows={ORDER}
            keyOf={name => name}
          />
          <p className={styles['note']}>
            Figures, statements and verdicts do not change. The record of processing has the periods of all other data.
          </p>
          {isEditing && me !== null ? (
            <Suspense fallback={null}>
              <RetentionDialog
                key={retention.version}
                me={me}
                retention={retention}
                onClosed={() => setEditing(false)}
                onSaved={(saved: Retention) => {
                  desk.queryClient.setQueryData(query.queryKey, saved)
                  setEditing(false)
                }}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </Loaded>
  )
}
