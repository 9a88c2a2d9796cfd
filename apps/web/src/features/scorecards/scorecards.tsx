import { UNSCORED, type Scorecard } from '@desk/schema/defender/scorecard'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import type { ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import type { ListRows } from '#kit/tables/use-list-rows.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { periodOptions, ruleOptions } from './scorecard-filters.ts'
import { scorecardColumns } from './scorecard-columns.tsx'
import {
  DEFAULT_WEEKS,
  readScorecardChoices,
  SCORECARD_LINES,
  SCORECARD_PERIODS,
  type ScorecardChoices,
  type ScorecardLine,
} from './scorecard-search.ts'
import { estimateText } from './scorecard-words.ts'
import styles from './scorecards.module.css'
import { SmallMultiples } from './small-multiples.tsx'
import { useScorecards } from './use-scorecards.ts'

/** How right Defender was, by supplier, source and rule (§2.27): measured by what reconciliations rejected. */
export function ScorecardsScreen() {
  const user = useUser()
  return user === null ? null : <Measured user={user} />
}

function filtersOf({ by, weeks, rule }: ScorecardChoices): readonly ListFilter<Scorecard>[] {
  return [
    { name: 'weeks', label: 'Period', options: periodOptions, chosen: weeks === DEFAULT_WEEKS ? undefined : weeks },
    ...(by === 'rule' ? [] : [{ name: 'rule', label: 'Flagged by', options: ruleOptions, chosen: rule }]),
  ]
}

function Measured({ user }: { user: CurrentUser }) {
  const title = 'Supplier performance'
  useAppTitle(title)
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const seesSuppliers = may(user, 'see the supply side')
  const choices = readScorecardChoices(raw, seesSuppliers)
  const { whole, ...rows } = useScorecards(choices, seesSuppliers)
  const { by, supplier } = choices
  const lines = (Object.keys(SCORECARD_LINES) as ScorecardLine[]) // Object.keys loses the key types
    .filter(line => line !== 'supplier' || (seesSuppliers && supplier === undefined))
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={
          supplier === undefined
            ? []
            : [{ label: title, href: '#/defender/suppliers' }, { label: whole?.total.name ?? 'Supplier' }]
        }
        title={supplier === undefined ? title : (whole?.total.name ?? null)}
        facts={[
          {
            name: 'Counts',
            value: `${SCORECARD_PERIODS[choices.weeks as keyof typeof SCORECARD_PERIODS].toLowerCase()}, by entry, without test respondents`,
          },
          ...(whole === undefined
            ? []
            : [
                {
                  name: 'As of',
                  value:
                    whole.as_of === null ? 'not counted yet, which takes a minute' : momentText(whole.as_of, zone.name),
                },
              ]),
        ]}
        actions={
          <SegmentedControl
            label="Lines"
            segments={lines.map(id => ({ id, label: SCORECARD_LINES[id] }))}
            value={by}
            onChange={id => change({ by: id, sort: undefined })}
          />
        }
      />
      <ScorecardTable choices={choices} whole={whole} rows={rows} user={user} />
    </div>
  )
}

interface ScorecardTableProps {
  readonly choices: ScorecardChoices
  readonly whole: ReturnType<typeof useScorecards>['whole']
  readonly rows: ListRows<Scorecard>
  readonly user: CurrentUser
}

/** The lines of the choices, with the precision of all and their weeks. */
export function ScorecardTable({ choices, whole, rows, user }: ScorecardTableProps) {
  const { by } = choices
  const hasMoney = may(user, 'see the sell price')
  const columns = useMemo(
    () =>
      scorecardColumns(
        by,
        card => (by === 'supplier' && card.key !== '0' ? `#/defender/suppliers?supplier=${card.key}` : null),
        hasMoney,
      ),
    [by, hasMoney],
  )
  return (
    <>
      <ListTable
        name="scorecards"
        label={`Scorecards: ${SCORECARD_LINES[by].toLowerCase()}`}
        rows={rows}
        columns={columns}
        filters={filtersOf(choices)}
        empty={
          <EmptyState title="No traffic yet" icon={<ShieldCheck aria-hidden />}>
            Lines show here once respondents have entered within the period.
          </EmptyState>
        }
      />
      {whole === undefined ? null : (
        <p className={styles['note']} role="status">
          {whole.unscored === null
            ? `Overall precision: ${estimateText(whole.total.precision)}. Refused respondents never complete, so recall is a range, and a rule that refuses every flagged respondent has no precision. Set it to Record only to measure it.`
            : UNSCORED[whole.unscored]}
        </p>
      )}
      {whole === undefined ? null : <SmallMultiples cards={whole.rows} weeks={whole.weeks} />}
    </>
  )
}
