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
import type { RespondentsPlace } from './explain-search.ts'
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
const UNFILTERED = { state: ALL, hours: ALL, rule: ALL, supplier: ALL }

/** Options of a filter: the values of the listed respondents, and the chosen one. */
const optionsOf = (all: string, values: readonly string[], chosen: string, wordsOf = (value: string) => value) => [
  { id: ALL, label: all },
  ...[...new Set(chosen === ALL ? values : [chosen, ...values])]
    .map(id => ({ id, label: wordsOf(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
]

export interface RespondentLogProps {
  readonly place: RespondentsPlace
  /** Explains this respondent. */
  readonly onFind: (rdud: string) => void
}

/** The respondents of a place, the last change first, read again while the first page is shown (day.md §3). */
export function RespondentLog({ place, onFind }: RespondentLogProps) {
  const desk = useDesk()
  const [filters, setFilters] = useState(UNFILTERED)
  const { state, hours, rule, supplier } = filters
  const isFiltered = Object.values(filters).some(value => value !== ALL)
  const log = useInfiniteQuery({
    queryKey: ['sources.respondents', place, filters],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('sources.respondents', {
        params: place,
        query: {
          limit: PAGE_RESPONDENTS,
          ...(state === ALL ? {} : { code: Number(state) }),
          ...(rule === ALL ? {} : { rule }),
          ...(supplier === ALL ? {} : { supplier }),
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
  const rules = respondents?.flatMap(one => one.rule ?? []) ?? []
  const suppliers = respondents?.flatMap(one => one.supplier ?? []) ?? []
  const change = (changed: Partial<typeof UNFILTERED>) => setFilters({ ...filters, ...changed })
  return (
    <section className={styles['log']} aria-labelledby="respondent-log">
      <div className={styles['head']}>
        <h3 id="respondent-log">Latest respondents</h3>
        <NativeSelect
          label="State"
          isLabelHidden
          options={STATES}
          value={state}
          onChange={id => change({ state: id })}
        />
        <NativeSelect label="Time" isLabelHidden options={SINCE} value={hours} onChange={id => change({ hours: id })} />
        {rules.length === 0 && rule === ALL ? null : (
          <NativeSelect
            label="Rule or reason"
            isLabelHidden
            options={optionsOf('All rules and reasons', rules, rule, ruleWords)}
            value={rule}
            onChange={id => change({ rule: id })}
          />
        )}
        {suppliers.length === 0 && supplier === ALL ? null : (
          <NativeSelect
            label="Supplier"
            isLabelHidden
            options={optionsOf('All suppliers', suppliers, supplier)}
            value={supplier}
            onChange={id => change({ supplier: id })}
          />
        )}
      </div>
      {respondents === undefined ? (
        <NotLoaded query={log} title="The respondents" lines={4} />
      ) : respondents.length === 0 && !log.hasNextPage ? (
        <p className={styles['none']}>
          {isFiltered ? (
            <>
              No respondent matches these filters.{' '}
              <Button size="small" onPress={() => setFilters(UNFILTERED)}>
                Clear filters
              </Button>
            </>
          ) : (
            'No respondent has entered yet.'
          )}
        </p>
      ) : (
        <RespondentRows respondents={respondents} scope={place.scope} onFind={onFind} />
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

interface RespondentRowsProps {
  readonly respondents: readonly LoggedRespondent[]
  /** The place that lists them: each row names the sources and surveys below it. */
  readonly scope: RespondentsPlace['scope']
  readonly onFind: RespondentLogProps['onFind']
}

/** Respondents with their state, id, source and supplier; a press explains one. */
export function RespondentRows({ respondents, scope, onFind }: RespondentRowsProps) {
  const zone = useZone()
  return (
    <ul role="list" className={styles['rows']}>
      {respondents.map(({ rdud, rid, code, at, rule, supplier, source_name: source, pm_sy_name: survey }) => {
        const tone = TONE_OF_STATE[code]
        return (
          <li key={rdud}>
            <button type="button" className={styles['row']} onClick={() => onFind(rdud)}>
              <span className={styles['state']} data-tone={tone}>
                <span aria-hidden>{TONE_GLYPHS[tone]}</span> {RESPONDENT_STATE_LABELS[code]}
                {rule === null ? '' : `: ${ruleWords(rule)}`}
              </span>
              <time dateTime={at}>{dateTimeText(Date.parse(at), zone.name)}</time>
              <span className={styles['id']}>
                <GivenId text={rid} />
              </span>
              <span className={styles['supplier']}>{supplier ?? ''}</span>
              {scope === 'source' ? null : (
                <span className={styles['source']}>{scope === 'project' ? `${survey} · ${source}` : source}</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
