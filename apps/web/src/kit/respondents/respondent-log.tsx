import type { LoggedRespondent } from '@desk/schema/respondents/respondent-log'
import { RESPONDENT_STATE_LABELS, RESPONDENT_STATES, TONE_OF_STATE } from '@desk/schema/respondents/state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import styles from './respondent-log.module.css'
import { ruleWords, TONE_GLYPHS } from './respondent-words.ts'

const PAGE_RESPONDENTS = 50
const READ_AGAIN_MS = 5_000
const HOUR_MS = 3_600_000

const ALL = 'all'
const STATES = [
  { id: ALL, label: 'All states' },
  ...Object.values(RESPONDENT_STATES).map(({ code, label }) => ({ id: String(code), label })),
]
const SINCE = [
  { id: ALL, label: 'All time' },
  { id: '1', label: 'Last hour' },
  { id: '24', label: 'Last 24 hours' },
  { id: '168', label: 'Last 7 days' },
]

export interface RespondentLogProps {
  readonly sourceId: number
  /** Explains this respondent. */
  readonly onFind: (rdud: string) => void
}

/** The respondents of a source, the last change first, read again while the first page is shown (day.md §3). */
export function RespondentLog({ sourceId, onFind }: RespondentLogProps) {
  const desk = useDesk()
  const zone = useZone()
  const [state, setState] = useState(ALL)
  const [hours, setHours] = useState(ALL)
  const isFiltered = state !== ALL || hours !== ALL
  const log = useInfiniteQuery({
    queryKey: ['sources.respondents', sourceId, state, hours],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('sources.respondents', {
        params: { id: sourceId },
        query: {
          limit: PAGE_RESPONDENTS,
          ...(state === ALL ? {} : { code: Number(state) }),
          ...(hours === ALL ? {} : { from: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // older pages would be read again with it
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? READ_AGAIN_MS : false),
  })
  const respondents = log.data?.pages.flatMap(page => page.respondents)
  return (
    <section className={styles['log']} aria-labelledby="respondent-log">
      <div className={styles['head']}>
        <h3 id="respondent-log">Latest respondents</h3>
        <NativeSelect label="State" isLabelHidden options={STATES} value={state} onChange={setState} />
        <NativeSelect label="Time" isLabelHidden options={SINCE} value={hours} onChange={setHours} />
      </div>
      {respondents === undefined ? (
        <NotLoaded query={log} title="The respondents" lines={4} />
      ) : respondents.length === 0 && !log.hasNextPage ? (
        <p className={styles['none']}>
          {isFiltered
            ? 'No respondent of this source matches. Choose all states, or all time.'
            : 'No respondent has entered yet.'}
        </p>
      ) : (
        <ul role="list" className={styles['rows']}>
          {respondents.map(respondent => (
            <Line key={respondent.rdud} respondent={respondent} zone={zone.name} onFind={onFind} />
          ))}
        </ul>
      )}
      {log.hasNextPage ? (
        <div>
          <Button size="small" onPress={() => void log.fetchNextPage()} isPending={log.isFetchingNextPage}>
            Show earlier respondents
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface LineProps {
  readonly respondent: LoggedRespondent
  readonly zone: string
  readonly onFind: RespondentLogProps['onFind']
}

function Line({ respondent: { rdud, rid, code, at, rule, supplier }, zone, onFind }: LineProps) {
  const tone = TONE_OF_STATE[code]
  return (
    <li>
      <button type="button" className={styles['row']} onClick={() => onFind(rdud)}>
        <span className={styles['state']} data-tone={tone}>
          <span aria-hidden>{TONE_GLYPHS[tone]}</span> {RESPONDENT_STATE_LABELS[code]}
          {rule === null ? '' : `: ${ruleWords(rule)}`}
        </span>
        <time dateTime={at}>{dateTimeText(Date.parse(at), zone)}</time>
        <span className={styles['id']}>
          <GivenId text={rid} />
        </span>
        <span className={styles['supplier']}>{supplier ?? ''}</span>
      </button>
    </li>
  )
}
