import type { ChangedRespondent, ChangePart, PartAsked } from '@desk/schema/figures/figure-change'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { respondentPath } from '#kit/respondents/explain-search.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { GivenId } from '#ui/given-id.tsx'
import {
  causeWords,
  changeText,
  eventBy,
  eventWords,
  quotientText,
  statesWords,
  supplierWords,
  termText,
  type ExplainedChange,
} from './why-words.ts'

import styles from './why.module.css'

const RESPONDENTS_SHOWN = 20

/** One part of a change, and how many of its respondents are wanted. */
export type PartOfRespondents = PartAsked & { readonly limit: number }

/** How the respondents of a change are read, part by part. */
export interface RespondentsOf {
  /** Of what change, in the query cache. */
  readonly key: readonly unknown[]
  readonly read: (part: PartOfRespondents, signal: AbortSignal) => Promise<readonly ChangedRespondent[]>
}

export interface WhyPartsProps {
  readonly change: ExplainedChange
  /** The screen's other facts about the figure. */
  readonly figure: { readonly label: string; readonly kind: string }
  /** Undefined: the respondents are not shown. */
  readonly respondentsOf?: RespondentsOf | undefined
  /** IANA name. */
  readonly zone: string
}

/** The difference of a figure, its parts, and the changes of statuses and targets in between. */
export function WhyParts({ change, figure, respondentsOf, zone }: WhyPartsProps) {
  const { terms, parts, others } = change
  return (
    <>
      {terms.length === 0 ? (
        <p className={styles['note']}>The allocation follows from targets: their changes are below.</p>
      ) : (
        <Terms change={change} figure={figure} />
      )}
      {terms.length > 0 && parts.length === 0 ? (
        <p role="status" className={styles['note']}>
          Nothing of the ledger changed it in this time.
        </p>
      ) : null}
      {parts.length === 0 ? null : (
        <table className={styles['parts']} aria-label="Parts of the change">
          <thead>
            <tr>
              <th scope="col">Event</th>
              {terms.map(({ label }) => (
                <th key={label} scope="col" data-figure>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(part => (
              <Part key={keyOf(part)} part={part} terms={terms} respondentsOf={respondentsOf} zone={zone} />
            ))}
            {others === null ? null : (
              <tr>
                <th scope="row">{others.parts} smaller parts</th>
                {terms.map((term, at) => (
                  <td key={term.label} data-figure>
                    {changeText(term, others.changes[at] ?? 0)}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total change</th>
              {terms.map((term, at) => (
                <td key={term.label} data-figure>
                  {changeText(term, sumOf(change, at))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      <Events change={change} zone={zone} />
    </>
  )
}

const sumOf = ({ parts, others }: ExplainedChange, at: number): number =>
  parts.reduce((sum, { changes }) => sum + (changes[at] ?? 0), others?.changes[at] ?? 0)

const keyOf = ({ sup, cause, from_code, to_code, rule, request }: ChangePart): string =>
  [sup, cause, from_code, to_code, rule, request].join(' ')

/** Its value before and now, and whether the parts explain all of the difference. */
function Terms({ change, figure: { label, kind } }: Pick<WhyPartsProps, 'change' | 'figure'>) {
  const { terms } = change
  const before = quotientText(kind, terms, 'before')
  const isWhole = terms.every(({ before, after }, at) => after - before === sumOf(change, at))
  return (
    <>
      <dl className={styles['terms']}>
        {before === undefined ? null : (
          <div>
            <dt>{label}</dt>
            <dd>
              {before} → <strong>{quotientText(kind, terms, 'after')}</strong>
            </dd>
          </div>
        )}
        {terms.map(term => (
          <div key={term.label}>
            <dt>{term.role === 'counted' ? `${term.label} that the median is of` : term.label}</dt>
            <dd>
              {termText(term, term.before)} → <strong>{termText(term, term.after)}</strong>{' '}
              <span className={styles['change']}>{changeText(term, term.after - term.before)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className={isWhole ? styles['whole'] : styles['fault']}>
        {isWhole
          ? 'The changes add up to the difference.'
          : 'The parts do not sum to the difference. Please report it: the ledger and the figure disagree.'}
      </p>
    </>
  )
}

interface PartProps extends Pick<WhyPartsProps, 'respondentsOf' | 'zone'> {
  readonly part: ChangePart
  readonly terms: ExplainedChange['terms']
}

function Part({ part, terms, respondentsOf, zone }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const supplier = supplierWords(part)
  const count = `${part.respondents.toLocaleString('en-US')} ${part.respondents === 1 ? 'respondent' : 'respondents'}`
  return (
    <tr>
      <th scope="row">
        <span className={styles['cause']}>{causeWords(part)}</span>
        <span className={styles['states']}>{statesWords(part)}</span>
        {supplier === undefined ? null : <span className={styles['states']}>{supplier}</span>}
        {respondentsOf === undefined ? (
          <span className={styles['states']}>{count}</span>
        ) : (
          <Button size="small" variant="ghost" onPress={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {count}
          </Button>
        )}
        {isOpen && respondentsOf !== undefined ? (
          <Respondents part={part} respondentsOf={respondentsOf} zone={zone} />
        ) : null}
      </th>
      {terms.map((term, at) => (
        <td key={term.label} data-figure>
          {changeText(term, part.changes[at] ?? 0)}
        </td>
      ))}
    </tr>
  )
}

/** The newest respondents of a part, each with the way to its own path. */
function Respondents({ part, respondentsOf, zone }: { part: ChangePart; respondentsOf: RespondentsOf; zone: string }) {
  const { sup, cause, from_code, to_code, rule, request } = part
  const asked: PartOfRespondents = {
    cause,
    limit: RESPONDENTS_SHOWN,
    ...(sup === undefined ? {} : { sup }),
    ...(from_code === null ? {} : { from_code }),
    ...(to_code === null ? {} : { to_code }),
    ...(rule === null ? {} : { rule }),
    ...(request === null ? {} : { request }),
  }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...respondentsOf.key, asked],
    queryFn: ({ signal }) => respondentsOf.read(asked, signal),
    staleTime: 0,
  })
  if (error !== null)
    return (
      <ErrorState title="The respondents did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureMessage(error)}
      </ErrorState>
    )
  if (data === undefined) return <Skeleton label="Loading the respondents" height="20px" lines={3} />
  return (
    <ul className={styles['respondents']}>
      {data.map(hit => (
        <li key={`${hit.rdud} ${hit.at}`}>
          <a href={`#${respondentPath(hit)}`}>
            <GivenId text={hit.rid} />
          </a>{' '}
          <span className={styles['moment']}>{dateTimeText(Date.parse(hit.at), zone)}</span>
        </li>
      ))}
      {part.respondents > data.length ? (
        <li>
          The newest {data.length} of {part.respondents.toLocaleString('en-US')}
        </li>
      ) : null}
    </ul>
  )
}

function Events({ change: { events, has_more_events }, zone }: { change: ExplainedChange; zone: string }) {
  return (
    <section aria-label="Statuses and targets">
      <h3 className={styles['name']}>Status and target changes</h3>
      {events.length === 0 ? (
        <p className={styles['note']}>No status or target changed.</p>
      ) : (
        <ul className={styles['events']}>
          {events.map(event => (
            <li key={`${event.kind} ${event.scope} ${event.id} ${event.at}`}>
              {eventWords(event)}
              <span className={styles['states']}>
                {dateTimeText(Date.parse(event.at), zone)} · {eventBy(event)}
              </span>
            </li>
          ))}
          {has_more_events ? <li>Older ones are in the histories.</li> : null}
        </ul>
      )}
    </section>
  )
}
