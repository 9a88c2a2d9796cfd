import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { namesById } from '#kit/forms/named-options.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { ReportOrDashboard } from '#kit/embedded-reports/report-or-dashboard.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PAGE_ROWS, readPages } from '#kit/tables/read-pages.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { monthText } from '#ui/format/times.ts'
import { Pages } from './pages.tsx'
import { ReasonSelect } from './reason-select.tsx'
import styles from './reconciliation.module.css'
import { RECONCILIATION } from './reconciliation-keys.ts'
import { tickedText } from './reconciliation-words.ts'
import type { Terms } from './request-form.tsx'
import { RespondentTable } from './respondent-table.tsx'
import {
  filtersOf,
  readAllOpen,
  readFilterSearch,
  RETRIEVED_PAGE_ROWS,
  RETRIEVED_STATES,
  retrievedPage,
  type FilterSearch,
} from './retrieved-page.ts'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const ALL = 'all'
const numberOf = (id: string): number | undefined => (id === ALL ? undefined : Number(id))

/** Filters, and the respondents that they find, to tick (api:R5–R7, R9). */
export function RetrievePanel({
  at,
  terms,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly terms: Terms
  readonly zone: string
}) {
  const [raw] = useUrlSearch()
  const search = readFilterSearch(raw)
  const isRetrieving = useSelector(at.reconciliation, stand.isRetrieving)
  const found = useSelector(at.reconciliation, stand.retrievedRows)
  const key = JSON.stringify(search)
  return (
    <>
      <Filters projectId={at.projectId} search={search} />
      <ReportOrDashboard
        report="respondent_data_export"
        title="Respondent data export"
        filters={{ PM_PROJ_UD: at.projectId, ...(search.source === undefined ? {} : { STREAM_ID: search.source }) }}
        isOnRequest
        fallback={
          <>
            <div className={styles['tools']}>
              <Button variant="primary" onPress={() => at.retrieve(filtersOf(search))} isPending={isRetrieving}>
                Retrieve
              </Button>
              {isRetrieving ? (
                <Button onPress={() => at.reconciliation.send({ type: 'reconciliation.cancelRequested' })}>
                  Cancel
                </Button>
              ) : null}
              {found === null ? (
                <span className={styles['note']}>Without a filter, all completes of the project.</span>
              ) : null}
            </div>
            {found === null ? null : <Retrieved key={key} at={at} terms={terms} search={search} zone={zone} />}
          </>
        }
      />
    </>
  )
}

function Filters({ projectId, search }: { readonly projectId: number; readonly search: FilterSearch }) {
  const desk = useDesk()
  const [, change] = useUrlSearch()
  const params = { project: projectId }
  const dates = useQuery({
    queryKey: [RECONCILIATION, 'dates', projectId],
    queryFn: ({ signal }) =>
      desk.api.call('reconciliation.filterDates', { params, query: { limit: PAGE_ROWS }, signal }),
  })
  const sources = useQuery({
    queryKey: [RECONCILIATION, 'sources', projectId],
    queryFn: ({ signal }) =>
      readPages(page => desk.api.call('reconciliation.filterStreams', { params, query: page, signal })),
  })
  const suppliers = useQuery({
    queryKey: [RECONCILIATION, 'suppliers', projectId],
    queryFn: ({ signal }) =>
      readPages(page => desk.api.call('reconciliation.filterSuppliers', { params, query: page, signal })),
  })
  const months = [...new Set((dates.data ?? []).map(({ month }) => month))]
  const month = search.from?.slice(0, 7)
  const isWholeMonth =
    month !== undefined && search.from === `${month}-01` && search.until === lastDayOf(month) ? month : ALL
  const sourceNames = namesById(
    (sources.data ?? []).map(({ stmid: id, name, survey_name: within }) => ({ id, name, within })),
  )
  const supplierNames = namesById((suppliers.data ?? []).map(({ pm_sup_ud: id, name }) => ({ id, name })))
  return (
    <div className={styles['tools']} role="search" aria-label="Filters">
      {months.length === 0 ? null : (
        <NativeSelect
          label="Month"
          options={[{ id: ALL, label: 'All months' }, ...months.map(id => ({ id, label: monthText(id) }))]}
          value={isWholeMonth}
          onChange={id =>
            change(id === ALL ? { from: undefined, until: undefined } : { from: `${id}-01`, until: lastDayOf(id) })
          }
        />
      )}
      <TextField
        label="From"
        type="date"
        value={search.from ?? ''}
        onChange={from => change({ from: from === '' ? undefined : from }, true)}
      />
      <TextField
        label="Until"
        type="date"
        value={search.until ?? ''}
        onChange={until => change({ until: until === '' ? undefined : until }, true)}
      />
      <NativeSelect
        label="Source"
        options={[
          { id: ALL, label: 'All sources' },
          ...(sources.data ?? []).map(({ stmid, completes }) => ({
            id: String(stmid),
            label: `${sourceNames.get(stmid) ?? ''} (${completes})`,
          })),
        ]}
        value={String(search.source ?? ALL)}
        onChange={id => change({ source: numberOf(id) })}
      />
      {suppliers.data?.length === 0 ? null : (
        <NativeSelect
          label="Supplier"
          options={[
            { id: ALL, label: 'All suppliers' },
            ...(suppliers.data ?? []).map(({ pm_sup_ud, completes }) => ({
              id: String(pm_sup_ud),
              label: `${supplierNames.get(pm_sup_ud) ?? ''} (${completes})`,
            })),
          ]}
          value={String(search.supplier ?? ALL)}
          onChange={id => change({ supplier: numberOf(id) })}
        />
      )}
      <NativeSelect
        label="State"
        options={[
          { id: ALL, label: 'All completes' },
          ...RETRIEVED_STATES.map(({ code, label }) => ({ id: String(code), label })),
        ]}
        value={String(search.state ?? ALL)}
        onChange={id => change({ state: numberOf(id) })}
      />
    </div>
  )
}

/** The last day of a month: 2026-02 gives 2026-02-28. */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function Retrieved({
  at,
  terms,
  search,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly terms: Terms
  readonly search: FilterSearch
  readonly zone: string
}) {
  const desk = useDesk()
  const [page, setPage] = useState(0)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState<number | null>(null)
  const filters = filtersOf(search)
  const read = useQuery(retrievedPage(desk, at.projectId, filters, page))
  const { data } = read
  const all = useMutation({
    mutationFn: () => readAllOpen(desk, at.projectId, filters),
    onSuccess: rduds => setTicked(new Set(rduds)),
  })
  if (data === undefined) return <NotLoaded query={read} title="The respondents" />
  if (data.total === 0)
    return (
      <EmptyState icon={<ListChecks aria-hidden />}>
        Choose other days, another source, supplier or state, and retrieve again.
      </EmptyState>
    )
  const tick = (rduds: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked)
    for (const rdud of rduds) {
      if (isTicked) next.add(rdud)
      else next.delete(rdud)
    }
    setTicked(next)
  }
  return (
    <>
      <RespondentTable respondents={data.respondents} ticked={ticked} onTick={tick} zone={zone} />
      <Pages page={page} pageRows={RETRIEVED_PAGE_ROWS} total={data.total} onPage={setPage} />
      <div className={styles['tools']}>
        <Button onPress={() => all.mutate()} isPending={all.isPending}>
          {`Tick all ${data.total.toLocaleString('en-US')} that match`}
        </Button>
        <ReasonSelect mode={terms.mode} value={reason} onChange={setReason} />
        <Button
          variant="primary"
          isDisabled={ticked.size === 0}
          onPress={() =>
            at.submit(
              { ...terms, way: 'choice', version: 'new', rduds: [...ticked], reasonCode: reason },
              tickedText(ticked.size),
            )
          }
        >
          {ticked.size === 0 ? 'Preview' : `Preview ${ticked.size.toLocaleString('en-US')} ticked`}
        </Button>
      </div>
      <CallFailure error={all.error} />
    </>
  )
}
