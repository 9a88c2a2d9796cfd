import { PeriodState } from '@desk/schema/statements/statement'
import { Schema } from 'effect'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { PeriodPart } from './period-part.tsx'
import { useSaveStatement } from './save-statement.ts'
import { sideFrom, SIDES, sidesOf, type Side } from './sides.ts'
import styles from './statements.module.css'
import { usePeriods, type PeriodFilters } from './use-periods.ts'
import { WhyStatementDrawer } from './why-statement-drawer.tsx'

const QUIET_MS = 300
const SEARCH_MAX = 200
const isState = Schema.is(PeriodState)

/** Periods of the account, newest first: what each supplier is owed in them, and what each project and business unit is charged (settlement.md §2). */
export function StatementsScreen() {
  useAppTitle('Statements')
  const user = useUser()
  const [search, change] = useUrlSearch()
  const sides = user === null ? [] : sidesOf(user)
  const side = sideFrom(search['of'], sides)
  if (user === null || side === undefined) return null
  const given = search['search']
  const filters: PeriodFilters = {
    search: typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, SEARCH_MAX) : '',
    state: isState(search['state']) ? search['state'] : null,
  }
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[{ label: 'Reports', href: '#/reports' }, { label: 'Statements' }]}
        title="Statements"
        actions={
          <>
            {mayCall(user, 'disputes.list') ? <a href="#/statements/disputes">Disputes</a> : null}
            <a href="/verify-statement.html">Verify a file</a>
          </>
        }
      />
      <div className={styles['filters']}>
        {sides.length < 2 ? null : (
          <div className={styles['sides']}>
            <SegmentedControl<Side>
              label="Statements of"
              segments={sides.map(id => ({ id, label: SIDES[id].many }))}
              value={side}
              onChange={of => change({ of: of === sides[0] ? undefined : of, search: undefined })}
            />
          </div>
        )}
        <Search
          key={side}
          label={`Search ${SIDES[side].many.toLowerCase()}`}
          value={filters.search}
          onChange={text => change({ search: text === '' ? undefined : text }, true)}
        />
        <FilterChips
          filters={[
            {
              name: 'state',
              label: 'State',
              options: [
                { id: ALL, label: 'Open and closed' },
                { id: 'open', label: 'Open months' },
                { id: 'closed', label: 'Closed months' },
              ],
              chosen: filters.state ?? undefined,
            },
          ]}
        />
      </div>
      <Periods key={side} side={side} sides={sides} filters={filters} mayClose={mayCall(user, 'statements.close')} />
      <WhyStatementDrawer side={side} />
    </div>
  )
}

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Looks once typing rests: every look adds up the open months. */
function Search({ label, value, onChange }: SearchProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // the address was changed otherwise: by Back, by a link
  if (seen !== value) {
    setSeen(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useAfterQuiet(QUIET_MS, typed, () => {
    if (typed.trim() !== value) onChange(typed.trim())
  })
  return <SearchField label={label} placeholder="Name or id" value={typed} onChange={setTyped} onSubmit={onChange} />
}

interface PeriodsProps {
  readonly side: Side
  readonly sides: readonly Side[]
  readonly filters: PeriodFilters
  readonly mayClose: boolean
}

function Periods({ side, sides, filters, mayClose }: PeriodsProps) {
  const list = usePeriods(side, filters)
  const save = useSaveStatement()
  const [closing, setClosing] = useState<string | null>(null)
  const periods = list.data?.pages.flatMap(page => page.periods)
  const asked = periods?.find(({ month }) => month === closing)
  const ask = (month: string) => {
    setClosing(month)
    // asked with what it closes now
    void list.refetch()
  }
  return (
    <>
      <CallFailure error={save.error} />
      {periods === undefined ? (
        <NotLoaded query={list} title="The statements" lines={6} />
      ) : periods.length === 0 ? (
        <EmptyState
          title={filters.state === null ? 'No statements yet' : `No month is ${filters.state}`}
          icon={<ReceiptText aria-hidden />}
        >
          {filters.state === null
            ? 'A period begins with the month of the first respondent.'
            : 'Choose open and closed months.'}
        </EmptyState>
      ) : (
        periods.map(period => (
          <PeriodPart
            key={period.month}
            side={side}
            period={period}
            zone={list.data?.pages[0]?.zone ?? 'UTC'}
            isSearched={filters.search !== ''}
            onClose={mayClose && period.can_be_closed ? () => ask(period.month) : undefined}
            saving={save.isPending ? save.variables : null}
            onSave={save.mutate}
          />
        ))
      )}
      <ShowMore list={list} label="Show earlier months" />
      {asked === undefined ? null : (
        <CloseDialog
          side={side}
          sides={sides}
          period={asked}
          onChanged={() => void list.refetch()}
          onClosed={() => setClosing(null)}
        />
      )}
    </>
  )
}
