import type { LoggedRespondent } from '@desk/schema/respondents/respondent-log'
import { RESPONDENT_STATE_LABELS, RESPONDENT_STATES, TONE_OF_STATE } from '@desk/schema/respondents/state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ClearFilters, FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import type { RespondentsPlace } from './explain-search.ts'
import styles from './respondent-log.module.css'
import { ruleWords, TONE_GLYPHS } from './respondent-words.ts'

const PAGE_RESPONDENTS = 50
const READ_AGAIN_MS = 5_000
const HOUR_MS = 3_600_000

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
/** The choices by the names of the filters; a drawer over a list leaves the list's own in the URL. */
type Chosen = Readonly<Record<string, string>>

/** Options of a filter: the values of the listed respondents, and the chosen one. */
const optionsOf = (
  all: string,
  values: readonly string[],
  chosen: string | undefined,
  wordsOf = (value: string) => value,
) => [
  { id: ALL, label: all },
  ...[...new Set(chosen === undefined ? values : [chosen, ...values])]
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
  const [chosen, setChosen] = useState<Chosen>({})
  const { state, hours, rule, supplier } = chosen
  const log = useInfiniteQuery({
    queryKey: ['sources.respondents', place, chosen],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('sources.respondents', {
        params: place,
        query: {
          limit: PAGE_RESPONDENTS,
          ...(state === undefined ? {} : { code: Number(state) }),
          ...(rule === undefined ? {} : { rule }),
          ...(supplier === undefined ? {} : { supplier }),
          ...(hours === undefined ? {} : { from: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() }),
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
  const filters: readonly ListFilter[] = [
    { name: 'state', label: 'State', options: STATES, chosen: state },
    { name: 'hours', label: 'Time', options: SINCE, chosen: hours },
    {
      name: 'rule',
      label: 'Rule or reason',
      options: optionsOf('All rules and reasons', rules, rule, ruleWords),
      chosen: rule,
    },
    { name: 'supplier', label: 'Supplier', options: optionsOf('All suppliers', suppliers, supplier), chosen: supplier },
  ].filter(({ options }) => options.length > 1)
  const change = (patch: Readonly<Record<string, unknown>>) =>
    setChosen(
      Object.fromEntries(
        Object.entries({ ...chosen, ...patch }).flatMap(([name, value]) =>
          typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [],
        ),
      ),
    )
  return (
    <section className={styles['log']} aria-labelledby="respondent-log">
      <div className={styles['head']}>
        <h3 id="respondent-log">Latest respondents</h3>
        <FilterChips filters={filters} onChange={change} />
      </div>
      {respondents === undefined ? (
        <NotLoaded query={log} title="The respondents" lines={4} />
      ) : respondents.length === 0 && !log.hasNextPage ? (
        <p className={styles['none']}>
          {Object.keys(chosen).length > 0 ? (
            <>
              No respondent matches these filters. <ClearFilters filters={filters} onChange={change} />
            </>
          ) : (
            'No respondent has entered yet.'
          )}
        </p>
      ) : (
        <RespondentRows respondents={respondents} scope={place.scope} onFind={onFind} />
      )}
      <ShowMore list={log} label="Show earlier respondents" size="small" />
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
