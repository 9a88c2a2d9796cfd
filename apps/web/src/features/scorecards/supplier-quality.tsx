import { SegmentedControl } from '#ui/segmented-control.tsx'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { readScorecardChoices } from './scorecard-search.ts'
import { ScorecardTable } from './scorecards.tsx'
import { useScorecards } from './use-scorecards.ts'

const HALF_A_YEAR_WEEKS = 26
const LINES = [
  { id: 'source', label: 'Sources' },
  { id: 'rule', label: 'Rules' },
] as const

/** How right Defender was about one supplier, by source or rule: a part of the supplier's page. */
export function SupplierQuality({ supplierId }: { readonly supplierId: number }) {
  const user = useUser()
  const [raw, change] = useUrlSearch()
  const choices = readScorecardChoices({ by: 'source', weeks: HALF_A_YEAR_WEEKS, ...raw, supplier: supplierId }, true)
  const { whole, ...rows } = useScorecards(choices, true)
  if (user === null) return null
  return (
    <>
      <div>
        <SegmentedControl
          label="Lines"
          segments={LINES}
          value={choices.by === 'rule' ? 'rule' : 'source'}
          onChange={by => change({ by, sort: undefined })}
        />
      </div>
      <ScorecardTable choices={choices} whole={whole} rows={rows} user={user} />
    </>
  )
}
