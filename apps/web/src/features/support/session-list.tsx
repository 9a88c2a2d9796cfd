import type { JournalSummary } from '@desk/schema/journal/journal-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Video } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
import list from '#kit/tables/list.module.css'
import { useZone } from '#kit/zones/use-zone.ts'
import { dayOf, isSearched, PAGE_SESSIONS, queryOf, readSessionSearch, type SessionSearch } from './session-search.ts'
import { durationText } from './times.ts'
import styles from './session-list.module.css'

const NOW_MS = 30_000
const RANGE_OPTIONS = [
  { id: ALL, label: 'All time' },
  { id: 'hour', label: 'Last hour' },
  { id: 'day', label: 'Last 24 hours' },
  { id: 'week', label: 'Last 7 days' },
  { id: 'month', label: 'Last 30 days' },
]
const NOTHING = {
  user: undefined,
  account: undefined,
  route: undefined,
  error: undefined,
  within: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
} as const

/** The accounts to choose from: all for a super admin, else the user's own. */
function useAccountOptions() {
  const desk = useDesk()
  const user = useUser()
  const all = useQuery({
    ...desk.query('accounts.list', { query: { limit: 1000 } }),
    ...APP_SHELL_QUERY,
    enabled: user?.is_super_admin === true,
  })
  const accounts = (user?.is_super_admin === true ? all.data : null) ?? user?.settings ?? []
  const options = accounts
    .map(({ pm_dsh_ud, dashboard_name }) => ({ id: String(pm_dsh_ud), label: dashboard_name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return [{ id: ALL, label: 'All accounts' }, ...options]
}

/** Recorded sessions, for support (domain.md §8): searched by user, account, path, error and time. */
export function SessionListScreen() {
  const desk = useDesk()
  useAppTitle('Sessions')
  const [raw, change] = useUrlSearch()
  const search = readSessionSearch(raw)
  const zone = useZone()
  const nowMs = useNowMs(NOW_MS)
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['journals.search', search, zone.name],
    queryFn: ({ signal }) => desk.api.call('journals.search', { query: queryOf(search, nowMs, zone.name), signal }),
    placeholderData: keepPreviousData,
    staleTime: NOW_MS,
  })
  const clear = () => change(NOTHING)
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Sessions" facts={[{ name: 'Times', value: zone.text }]} />
      <div className={list['list']}>
        <SearchForm search={search} onChange={change} onAgain={() => void refetch()} onClear={clear} />
        {data === undefined && isPending ? <Skeleton label="Loading sessions" height="36px" lines={8} /> : null}
        {error !== null ? (
          <LoadFailure
            title="The sessions did not load"
            failure={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {data === undefined ? null : data.length === 0 ? (
          <NoSessions isSearched={isSearched(search)} onClear={clear} />
        ) : (
          <>
            <SessionTable
              sessions={data.slice(0, PAGE_SESSIONS)}
              zone={zone.name}
              isDimmed={isPlaceholderData || error !== null}
            />
            <Pages
              page={search.page ?? 1}
              hasNext={data.length > PAGE_SESSIONS}
              onChange={page => change({ page: page === 1 ? undefined : page })}
            />
          </>
        )}
      </div>
    </div>
  )
}

interface SearchFormProps {
  readonly search: SessionSearch
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void
  /** Repeats the search: there may be newer sessions. */
  readonly onAgain: () => void
  readonly onClear: () => void
}

/** Text fields search on submit, chips and days at once. */
function SearchForm({ search, onChange, onAgain, onClear }: SearchFormProps) {
  const accounts = useAccountOptions()
  const [user, setUser] = useState(search.user ?? '')
  const [route, setRoute] = useState(search.route ?? '')
  const [error, setError] = useState(search.error ?? '')
  // Another search, by a link or the history, replaces the typed text.
  const [shown, setShown] = useState(search)
  if (shown.user !== search.user || shown.route !== search.route || shown.error !== search.error) {
    setShown(search)
    setUser(search.user ?? '')
    setRoute(search.route ?? '')
    setError(search.error ?? '')
  }
  const texts = { user: user.trim() || undefined, route: route.trim() || undefined, error: error.trim() || undefined }
  return (
    <search>
      <form
        className={styles['filters']}
        aria-label="Find sessions"
        onSubmit={event => {
          event.preventDefault()
          const isSame =
            texts.user === search.user &&
            texts.route === search.route &&
            texts.error === search.error &&
            search.page === 1
          if (isSame) onAgain()
          else onChange({ ...texts, page: undefined })
        }}
      >
        <TextField label="User" placeholder="Name or username" value={user} onChange={setUser} maxLength={200} />
        <TextField label="Page" placeholder="Part of its path" value={route} onChange={setRoute} maxLength={200} />
        <TextField label="Error" placeholder="Part of its text" value={error} onChange={setError} maxLength={200} />
        <FilterChips
          filters={[
            { name: 'account', label: 'Account', options: accounts, chosen: search.account, clears: ['page'] },
            {
              name: 'within',
              label: 'When',
              options: RANGE_OPTIONS,
              chosen: search.within,
              clears: ['from', 'to', 'page'],
            },
          ]}
        />
        <DayField
          label="From"
          day={search.from}
          onChange={from => onChange({ ...texts, from, within: undefined, page: undefined })}
        />
        <DayField
          label="To"
          day={search.to}
          onChange={to => onChange({ ...texts, to, within: undefined, page: undefined })}
        />
        <div className={styles['actions']}>
          <Button type="submit" variant="primary">
            Search
          </Button>
          {isSearched(search) ? (
            <Button variant="ghost" onPress={onClear}>
              Clear
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  )
}

interface DayFieldProps {
  readonly label: string
  /** As the URL has it. */
  readonly day: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** A day, chosen or typed; typed text stays in the field until it is a valid day. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '')
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setTyped(day ?? '')
  }
  const type = (text: string) => {
    setTyped(text)
    if (text === '' || dayOf(text) !== undefined) onChange(text || undefined)
  }
  return <TextField label={label} type="date" value={typed} onChange={type} />
}

function NoSessions({
  isSearched: isNarrowed,
  onClear,
}: {
  readonly isSearched: boolean
  readonly onClear: () => void
}) {
  return isNarrowed ? (
    <EmptyState icon={<SearchX aria-hidden />} action={<Button onPress={onClear}>Clear the search</Button>}>
      A part of a name, of a path or of an error’s text is enough. A session is here as soon as its page was left, and
      within ten seconds while it goes on.
    </EmptyState>
  ) : (
    <EmptyState title="No sessions yet" icon={<Video aria-hidden />}>
      Sessions record the steps of users in the console. You can replay a session, and download it as a test. The first
      one appears ten seconds after a user has signed in.
    </EmptyState>
  )
}

interface SessionTableProps {
  readonly sessions: readonly JournalSummary[]
  readonly zone: string
  readonly isDimmed: boolean
}

function SessionTable({ sessions, zone, isDimmed }: SessionTableProps) {
  return (
    <div className={styles['scroll']} data-dimmed={isDimmed || undefined}>
      <table className={styles['table']} aria-label="Sessions" aria-busy={isDimmed}>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Account</th>
            <th scope="col">Start</th>
            <th scope="col" className={styles['figure']}>
              Duration
            </th>
            <th scope="col" className={styles['figure']}>
              Entries
            </th>
            <th scope="col" className={styles['figure']}>
              Errors
            </th>
            <th scope="col">Build</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(session => (
            <tr key={`${session.pm_dsh_ud} ${session.uid} ${session.journal}`}>
              <th scope="row">
                <Link to="/support/sessions/$journal" params={{ journal: session.journal }}>
                  {session.firstname} {session.lastname}
                </Link>
                <span className={styles['username']}>{session.username}</span>
              </th>
              <td>{session.dashboard_name}</td>
              <td className={styles['time']}>{dateTimeText(Date.parse(session.first_at), zone)}</td>
              <td className={styles['figure']}>{durationText(session.duration_seconds)}</td>
              <td className={styles['figure']}>{session.entries.toLocaleString('en-US')}</td>
              <td className={styles['figure']}>
                {session.errors === 0 ? (
                  '0'
                ) : (
                  <strong className={styles['errors']}>{session.errors.toLocaleString('en-US')}</strong>
                )}
              </td>
              <td>
                <code className={styles['build']}>{session.build}</code>
                {session.has_gaps ? <span className={styles['gaps']}>entries missing</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Pages({
  page,
  hasNext,
  onChange,
}: {
  readonly page: number
  readonly hasNext: boolean
  readonly onChange: (page: number) => void
}) {
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label="Pages" className={styles['pages']}>
      <Button size="small" isDisabled={page === 1} onPress={() => onChange(page - 1)}>
        Newer
      </Button>
      <span>Page {page}</span>
      <Button size="small" isDisabled={!hasNext} onPress={() => onChange(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
