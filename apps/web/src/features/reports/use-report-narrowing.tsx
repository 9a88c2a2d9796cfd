import { may } from '@desk/schema/permissions/permissions'
import type { IdFilter } from '@desk/schema/reports/report-address'
import type { NarrowedTo, ReportType } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { ChosenThings } from './chosen-things.tsx'
import { ReportChoosers } from './report-choosers.tsx'
import {
  chosenThings,
  filtersOfReport,
  keyOfThing,
  namesOf,
  type ChosenThing,
  type NamesOfThings,
} from './report-filters.ts'
import { idsInUrl, type ReportChoices } from './report-search.ts'

/** Whether an account has units changes seldom. */
const STALE_MS = 5 * 60_000

/** The narrowing controls and the narrowing things of a report; the URL has the choices. */
export interface ReportNarrowing {
  readonly choosers: React.ReactNode
  readonly chosen: React.ReactNode
  readonly words: readonly string[]
}

/** Gives the filters of a report that name things. @param narrowedTo what the report says of itself; undefined: it is not here yet */
export function useReportNarrowing(
  type: ReportType,
  choices: ReportChoices,
  user: CurrentUser,
  narrowedTo: readonly NarrowedTo[] | undefined,
): ReportNarrowing {
  const desk = useDesk()
  const [, change] = useUrlSearch()
  // a recent choice, or one that stays while the next report comes, has a name
  const [names, setNames] = useState<NamesOfThings>({})
  const [shown, setShown] = useState<readonly NarrowedTo[]>()
  if (narrowedTo !== undefined && narrowedTo !== shown) {
    setShown(narrowedTo)
    setNames({ ...names, ...namesOf(narrowedTo) })
  }
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: user.pm_dsh_ud }, query: { limit: 1 } }),
    staleTime: STALE_MS,
  })
  const things = chosenThings(choices, names)
  const filters = filtersOfReport(type, may(user, 'see the supply side')).filter(
    // an account that has no units is not asked for one
    filter => filter !== 'business_unit_ud' || choices[filter] !== undefined || units.data?.length !== 0,
  )
  const onRemove = (removed: readonly ChosenThing[]) =>
    change(
      Object.fromEntries(
        removed.map(({ filter }): [IdFilter, string | number | undefined] => [
          filter,
          idsInUrl((choices[filter] ?? []).filter(id => !removed.some(one => one.filter === filter && one.id === id))),
        ]),
      ),
    )
  return {
    choosers: (
      <ReportChoosers
        filters={filters}
        choices={choices}
        accountId={user.pm_dsh_ud}
        onChoose={(filter, ids, added) => {
          const named = added.map(({ id, label }): [string, string] => [keyOfThing(filter, id), label])
          setNames(known => ({ ...known, ...Object.fromEntries(named) }))
          change({ [filter]: idsInUrl(ids) })
        }}
      />
    ),
    chosen: <ChosenThings things={things} onRemove={onRemove} />,
    words: things.map(({ label }) => label),
  }
}
