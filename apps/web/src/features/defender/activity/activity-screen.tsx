import { ACTIVITY_HOURS, ACTIVITY_LEVELS, type Activity, type ActivityHours } from '@desk/schema/defender/activity'
import { MARK_KINDS, type MarkKind } from '@desk/schema/defender/mark-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Bars } from '../bars.tsx'
import styles from '../defender-views.module.css'
import { ListButtons } from '../marks/list-buttons.tsx'
import { MarkLists } from '../marks/mark-lists.tsx'
import { searchPath } from '../people/search-path.ts'

const TITLE = 'Activity'
const HOUR_LABELS: Readonly<Record<ActivityHours, string>> = {
  1: 'Last hour',
  6: 'Last 6 hours',
  24: 'Last 24 hours',
  168: 'Last 7 days',
}
const DEFAULT_HOURS: ActivityHours = 24
const KIND_WORDS: Readonly<Record<MarkKind, { readonly one: string; readonly many: string }>> = {
  fingerprint: { one: 'Device', many: 'Devices' },
  address: { one: 'Address', many: 'Addresses' },
}
const count = (value: number): string => value.toLocaleString('en-US')

/** How busy devices and addresses are, and which of them the account blocks or watches (§2.27). */
export function ActivityScreen() {
  useAppTitle(TITLE)
  const desk = useDesk()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const asked = idOf(raw['hours'])
  const hours = ACTIVITY_HOURS.find(one => one === asked) ?? DEFAULT_HOURS
  const read = useQuery({
    ...desk.query('defenderViews.activity', { query: { hours } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data, isFetching, refetch } = read
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title={TITLE}
        facts={
          data === undefined
            ? []
            : [
                {
                  name: 'Entries',
                  value: `${count(data.entries)}${data.is_partial ? ', the latest: there were more' : ''}`,
                },
                { name: 'Without a fingerprint', value: count(data.without_fingerprint) },
                { name: 'As of', value: momentText(data.as_of, zone.name) },
              ]
        }
        actions={
          <>
            <SegmentedControl
              label="Time"
              segments={ACTIVITY_HOURS.map(id => ({ id: String(id), label: HOUR_LABELS[id] }))}
              value={String(hours)}
              onChange={id => change({ hours: id === String(DEFAULT_HOURS) ? undefined : Number(id) })}
            />
            <Button onPress={() => void refetch()} isPending={isFetching}>
              Refresh
            </Button>
          </>
        }
      />
      {data !== undefined ? (
        <>
          <div className={styles['grid']}>
            {MARK_KINDS.map(kind => (
              <Levels key={kind} kind={kind} data={data} />
            ))}
          </div>
          {MARK_KINDS.map(kind => (
            <Busiest key={kind} kind={kind} data={data} zone={zone.name} />
          ))}
        </>
      ) : (
        <NotLoaded query={read} title="The activity" height="28px" lines={8} />
      )}
      <MarkLists />
    </div>
  )
}

function levelWords(from: number): string {
  const next = ACTIVITY_LEVELS[ACTIVITY_LEVELS.findIndex(level => level === from) + 1]
  if (next === undefined) return `${from} or more attempts`
  if (next === from + 1) return `${from} ${from === 1 ? 'attempt' : 'attempts'}`
  return `${from} to ${next - 1} attempts`
}

function Levels({ kind, data }: { readonly kind: MarkKind; readonly data: Activity }) {
  const levels = data.levels[kind]
  const { many } = KIND_WORDS[kind]
  const all = levels.reduce((sum, { marks }) => sum + marks, 0)
  return (
    <Bars
      title={`${many} by attempts`}
      head="Attempts"
      counted={many}
      bars={
        all === 0
          ? []
          : levels.map(({ from, marks, attempts }) => ({
              key: String(from),
              name: levelWords(from),
              under: `${count(attempts)} entries`,
              count: marks,
              of: all,
            }))
      }
      none="No entrants in this period."
    />
  )
}

function Busiest({
  kind,
  data,
  zone,
}: {
  readonly kind: MarkKind
  readonly data: Activity
  /** IANA name. */
  readonly zone: string
}) {
  const { one, many } = KIND_WORDS[kind]
  const title = `Busiest ${many.toLowerCase()}`
  const busiest = data.busiest[kind]
  return (
    <section className={styles['part']} aria-label={title} data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {busiest.length === 0 ? null : <ExportButton label={title} />}
      </div>
      {busiest.length === 0 ? (
        <p>None in this time.</p>
      ) : (
        <PageList
          label={title}
          region={`${title}, table`}
          heads={[one, 'Attempts', 'Respondent IDs', 'Surveys', 'Completes', 'Refused', 'Last entry', 'List']}
        >
          {busiest.map(mark => (
            <tr key={mark.value}>
              <th scope="row" className={styles['value']} title={mark.value}>
                <a href={`#${searchPath(mark.value)}`}>{mark.value}</a>
              </th>
              <td>{count(mark.attempts)}</td>
              <td>{count(mark.rids)}</td>
              <td>{count(mark.surveys)}</td>
              <td>{count(mark.completes)}</td>
              <td>{count(mark.refused)}</td>
              <td>{dateTimeText(Date.parse(mark.last_at), zone)}</td>
              <td data-unexported>
                <ListButtons kind={kind} value={mark.value} lists={mark.lists} />
              </td>
            </tr>
          ))}
        </PageList>
      )}
    </section>
  )
}
