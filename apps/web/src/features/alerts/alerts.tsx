import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Bell, CheckCheck, Download } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import screen from '#kit/heads/screen.module.css'
import { useZone } from '#kit/zones/use-zone.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveFile } from '#runtime/save-file.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { DigestChoice } from './alert-digest.tsx'
import { AlertFilterRow } from './alert-filters.tsx'
import { alertFiltersOf, readAlertSearch } from './alert-search.ts'
import { AlertRules } from './alert-rules.tsx'
import { AlertTable } from './alert-table.tsx'
import styles from './alerts.module.css'
import { MutedKinds } from './muted-kinds.tsx'
import { useAlertActs } from './use-alert-acts.ts'

const PAGE_ALERTS = 100

/** All alerts of the user, with filters in the URL. */
function AllAlerts() {
  const desk = useDesk()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const search = readAlertSearch(raw)
  const filters = alertFiltersOf(search, zone.name)
  const list = useInfiniteQuery({
    queryKey: ['alerts.list', 'page', filters],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('alerts.list', {
        query: { ...filters, limit: PAGE_ALERTS, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const save = useMutation({
    mutationFn: async () =>
      saveFile('alerts.csv', await desk.api.call('alerts.export', { query: filters }), 'text/csv;charset=utf-8'),
  })
  const acts = useAlertActs()
  const alerts = list.data?.pages.flatMap(page => page.alerts)
  const newest = alerts?.[0]
  const isFiltered = Object.keys(search).length > 0
  return (
    <div className={styles['tab']}>
      <CallFailure error={save.error ?? acts.read.failure ?? acts.snooze.failure} />
      <AlertFilterRow
        search={search}
        onChange={change}
        end={
          <>
            {' '}
            {newest === undefined || isFiltered ? null : (
              <IconButton
                label="Mark all read"
                onPress={() => acts.read.send({ payload: { up_to: newest.alert_id } })}
                isDisabled={acts.read.isPending}
              >
                <CheckCheck aria-hidden size={16} />
              </IconButton>
            )}
            <IconButton label="Export CSV" onPress={() => save.mutate()} isDisabled={save.isPending}>
              <Download aria-hidden size={16} />
            </IconButton>
          </>
        }
      />
      {alerts === undefined ? (
        <NotLoaded query={list} title="The alerts" lines={6} />
      ) : alerts.length === 0 ? (
        <EmptyState title={isFiltered ? undefined : 'No alerts yet'} icon={<Bell aria-hidden />}>
          {isFiltered
            ? 'Take a filter away to see more.'
            : 'Automatic pauses, slow sources and other problems are listed here.'}
        </EmptyState>
      ) : (
        <AlertTable alerts={alerts} zone={zone.name} acts={acts} />
      )}
      <span className={styles['meta']}>Times in {zone.text}</span>
      <ShowMore list={list} label="Show earlier alerts" />
    </div>
  )
}

const TABS = ['all', 'rules', 'muted'] as const

/** The alerts of the user, the rules of their own, and the muted kinds; the URL says which is shown. */
export function AlertsScreen() {
  useAppTitle('Alerts')
  const me = useUser()
  const [{ tab }, change] = useUrlSearch()
  if (me === null) return null
  return (
    <div className={screen['screen']}>
      <Tabs
        title="Alerts"
        label="Alerts"
        value={TABS.find(id => id === tab) ?? 'all'}
        onChange={id => change({ tab: id === 'all' ? undefined : id })}
        tabs={[
          { id: 'all', label: 'All alerts', content: <AllAlerts /> },
          {
            id: 'rules',
            label: 'My rules',
            content: (
              <div className={styles['tab']}>
                <DigestChoice />
                <AlertRules me={me} own />
              </div>
            ),
          },
          {
            id: 'muted',
            label: 'Muted',
            content: (
              <div className={styles['tab']}>
                <MutedKinds />
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}
