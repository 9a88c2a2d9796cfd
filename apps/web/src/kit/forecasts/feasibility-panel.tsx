import type { Feasibility, FeasibilityQuery } from '@desk/schema/forecasts/what-if'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#kit/errors/loaded.tsx'
import { rateWords } from '#kit/rates/rate-words.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { feasibilityLines, feasibilityNotes } from './feasibility-words.ts'
import styles from './what-if.module.css'

const QUIET_MS = 250
const MINUTE_MS = 60_000

type RateQuery = RequestOf<'surveys.buyerPricing'>['query']

interface FeasibilityPanelProps {
  readonly title: string
  /** Null: the form lacks what it asks for. */
  readonly query: FeasibilityQuery | null
  /** The rate card's price beside it; null: the form shows it itself, or it is not this view's. */
  readonly rate: RateQuery | null
}

/** How many completes by when, before there is a source (forecast.md §3). */
export function FeasibilityPanel({ title, query, rate }: FeasibilityPanelProps) {
  const text = JSON.stringify(query)
  const [asked, setAsked] = useState(query)
  useAfterQuiet(QUIET_MS, text, () => setAsked(query))
  return (
    <section className={styles['panel']} aria-labelledby="feasibility">
      <h2 id="feasibility">{title}</h2>
      {asked === null ? (
        <p className={styles['note']}>
          Enter target, country, LOI and incidence to see how many completes to expect by when.
        </p>
      ) : (
        <Read query={asked} isOld={text !== JSON.stringify(asked)} />
      )}
      {rate === null ? null : <Rate query={rate} />}
    </section>
  )
}

function Read({ query, isOld }: { readonly query: FeasibilityQuery; readonly isOld: boolean }) {
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('forecasts.feasibility', { query }),
    staleTime: MINUTE_MS,
    placeholderData: before => before,
  })
  return (
    <Loaded query={read} title="The feasibility">
      {answer => <Answer answer={answer} target={query.target} isOld={isOld || read.isPlaceholderData} />}
    </Loaded>
  )
}

function Answer({
  answer,
  target,
  isOld,
}: {
  readonly answer: Feasibility
  readonly target: number
  readonly isOld: boolean
}) {
  const zone = useZone().name
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <div className={styles['effect']} data-wide data-old={isOld || undefined} aria-live="polite">
      <dl>
        {feasibilityLines(answer, target, zone, nowMs).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {feasibilityNotes(answer).map(note => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </div>
  )
}

function Rate({ query }: { readonly query: RateQuery }) {
  const read = useQuery({ ...useDesk().query('surveys.buyerPricing', { query }), staleTime: MINUTE_MS })
  return (
    <Loaded query={read} title="The rate card">
      {pricing => {
        const { price, why } = rateWords(pricing)
        return (
          <p className={styles['note']}>
            Rate card: {price}. {why}
          </p>
        )
      }}
    </Loaded>
  )
}
