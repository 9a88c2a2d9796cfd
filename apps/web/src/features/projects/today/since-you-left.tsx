import { knownFor } from '@desk/schema/columns/supply-cost'
import type { SinceYouLeft as Since } from '@desk/schema/today/since'
import type { Today, TodayOf } from '@desk/schema/today/today'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { amountText } from '#kit/money/cost-text.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { sinceText } from '#ui/format/times.ts'
import { HandOverNote } from './hand-over-note.tsx'
import { countedCompletes, othersPath, othersWords } from './since-words.ts'
import styles from './today.module.css'

const FRESH_MS = 60_000

/** Completes, spend and the changes of others since the user's last visit. */
export function SinceYouLeft({
  of,
  today,
  zone,
  nowMs,
}: {
  readonly of: TodayOf
  readonly today: Today | undefined
  readonly zone: string
  readonly nowMs: number
}) {
  const read = useQuery({ ...useDesk().query('today.since', { query: { of } }), staleTime: FRESH_MS })
  const [isWriting, setWriting] = useState(false)
  const { data } = read
  return (
    <section className={styles['card']} aria-labelledby="since-you-left">
      <h2 id="since-you-left">
        {data === undefined || data.since !== null ? 'Since you left' : 'In the last 24 hours'}
        {typeof data?.since === 'string' ? (
          <span className={styles['meta']}> {sinceText(data.since, zone, nowMs)}</span>
        ) : null}
      </h2>
      {data === undefined ? (
        <NotLoaded
          query={read}
          title="The changes since you left"
          label="Loading the changes"
          height="40px"
          lines={2}
        />
      ) : (
        <>
          <Earned since={data} />
          {data.changes.length === 0 ? (
            <p className={styles['meta']}>No other user changed a project, survey or source.</p>
          ) : (
            <ul>
              {data.changes.map(change => (
                <li key={`${change.scope} ${change.id} ${change.by} ${change.at}`}>
                  <a href={`#${othersPath(change)}`}>{othersWords(change).place}</a>
                  <span className={styles['meta']}>
                    {othersWords(change).acts} · {sinceText(change.at, zone, nowMs)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {data.change_count > data.changes.length ? (
            <p className={styles['meta']}>and {data.change_count - data.changes.length} more</p>
          ) : null}
          {today === undefined ? null : <Button onPress={() => setWriting(true)}>Write a hand-over note</Button>}
          {isWriting && today !== undefined ? (
            <HandOverNote facts={{ today, since: data, of, zone, nowMs }} onClose={() => setWriting(false)} />
          ) : null}
        </>
      )}
    </section>
  )
}

function Earned({ since }: { readonly since: Since }) {
  const { revenue, expense, currency } = since
  return (
    <p className={styles['earned']} title={knownFor('Expense', since) ?? undefined}>
      <strong>{countedCompletes(since.completes)}</strong> · {amountText(revenue, currency)} revenue
      {expense === undefined ? null : ` · ${amountText(expense, currency)} expense`}
    </p>
  )
}
