import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, ScrollText, ShieldCheck } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { useZone } from '#kit/zones/use-zone.ts'
import { readPages } from '#kit/tables/read-pages.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { AuditFilterRow } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import styles from './audit-log.module.css'
import { filtersOf, readAuditSearch } from './audit-search.ts'
import { FAULTS } from './audit-words.ts'

const PAGE_ENTRIES = 100
const TYPES = { jsonl: 'text/plain;charset=utf-8', csv: 'text/csv;charset=utf-8' } as const

/** Checks the chain, and says whether it is whole; beside it is the zone of all times. */
function Verification({ zone }: { readonly zone: string }) {
  const verify = useAct('audit.verify')
  const data = verify.answered?.answer
  return (
    <>
      <div className={styles['tools']}>
        <span className={styles['note']}>Times in {zone}</span>
        <Button icon={<ShieldCheck aria-hidden />} onPress={() => verify.send({})} isPending={verify.isPending}>
          Verify the chain
        </Button>
      </div>
      <div className={styles['verdict']}>
        {data === undefined ? null : data.first_broken === null ? (
          <Banner tone="info">
            The chain is whole: {data.entries} {data.entries === 1 ? 'entry' : 'entries'}.
            {data.hash === null ? '' : ` The last hash is ${data.hash}; keep it elsewhere to compare it later.`}
          </Banner>
        ) : (
          <Banner tone="error">
            The chain is broken: entry {data.first_broken.seq} {FAULTS[data.first_broken.fault]}. Entries before it are
            as they were written.
          </Banner>
        )}
      </div>
      <CallFailure error={verify.failure} />
    </>
  )
}

/** The audit log of the account (docs/decisions/0044), for its admins. */
export function AuditLogScreen() {
  useAppTitle('Audit log')
  const desk = useDesk()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const search = readAuditSearch(raw)
  const filters = filtersOf(search, zone.name)
  const log = useInfiniteQuery({
    queryKey: ['audit.list', filters],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('audit.list', {
        query: { ...filters, limit: PAGE_ENTRIES, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const users = useQuery({
    queryKey: ['users.list', 'audit'],
    queryFn: ({ signal }) => readPages(page => desk.api.call('users.list', { query: page, signal })),
  })
  const save = useAct('audit.export', {
    onDone: (text, { query: { format } }) => {
      saveFile(`audit-log.${format}`, text, TYPES[format])
      void log.refetch()
    },
  })
  const entries = log.data?.pages.flatMap(page => page.entries)
  const isFiltered = Object.keys(search).length > 0
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Audit log"
        actions={
          <>
            {(['jsonl', 'csv'] as const).map(format => (
              <Button
                key={format}
                icon={<Download aria-hidden />}
                onPress={() => save.send({ query: { ...filters, format } })}
                isPending={save.isPending && save.request?.query.format === format}
              >
                {`Export ${format.toUpperCase()}`}
              </Button>
            ))}
          </>
        }
      />
      <CallFailure error={save.failure} />
      <AuditFilterRow search={search} users={users.data ?? []} onChange={change} />
      {entries === undefined ? (
        <NotLoaded query={log} title="The audit log" lines={6} />
      ) : entries.length === 0 ? (
        <EmptyState title={isFiltered ? undefined : 'No entries yet'} icon={<ScrollText aria-hidden />}>
          {isFiltered ? 'Take a filter away to see more.' : 'Changes and sign-ins of this account are listed here.'}
        </EmptyState>
      ) : (
        <AuditList entries={entries} zone={zone.name} />
      )}
      <div>
        <Verification zone={zone.text} />
      </div>
      <ShowMore list={log} label="Show earlier entries" />
    </div>
  )
}
