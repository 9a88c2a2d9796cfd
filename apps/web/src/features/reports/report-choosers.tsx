import type { IdFilter } from '@desk/schema/reports/report-address'
import { REPORT_CHOICES_MAX } from '@desk/schema/reports/report'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { SeveralSelect, type SeveralOption } from '#ui/several-select.tsx'
import { findChoosable, FOUND_MAX, isSearched, type Within } from './find-choosable.ts'
import { REPORT_FILTERS } from './report-filters.ts'
import type { ReportChoices } from './report-search.ts'

const QUIET_MS = 250
const STALE_MS = 60_000

export interface ReportChoosersProps {
  readonly filters: readonly IdFilter[]
  readonly choices: ReportChoices
  readonly accountId: number
  /** The new ids of a filter, with the names of the added ones. */
  readonly onChoose: (filter: IdFilter, ids: readonly number[], added: readonly SeveralOption[]) => void
}

/** The filters of a report that name things, each with a search. */
export function ReportChoosers({ filters, choices, accountId, onChoose }: ReportChoosersProps) {
  const within = { accountId, projectId: choices.pm_proj_ud?.at(-1), surveyId: choices.pm_sy_ud?.at(-1) }
  return filters.map(filter => (
    <Chooser
      key={filter}
      filter={filter}
      chosen={choices[filter] ?? []}
      within={within}
      onChoose={(ids, added) => onChoose(filter, ids, added)}
    />
  ))
}

interface ChooserProps {
  readonly filter: IdFilter
  readonly chosen: readonly number[]
  readonly within: Within
  readonly onChoose: (ids: readonly number[], added: readonly SeveralOption[]) => void
}

function Chooser({ filter, chosen, within, onChoose }: ChooserProps) {
  const { api } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useAfterQuiet(QUIET_MS, typed, () => setAsked(typed.trim()))
  const words = isSearched(filter) ? asked : ''
  const { data, error, isFetching } = useQuery({
    queryKey: ['report choices', filter, words, within],
    queryFn: ({ signal }) => findChoosable(api, filter, words, within, signal),
    enabled: isOpen,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })
  const sought = typed.trim().toLowerCase()
  const options = (data?.options ?? []).filter(
    ({ label }) => isSearched(filter) || label.toLowerCase().includes(sought),
  )
  const isFull = chosen.length >= REPORT_CHOICES_MAX
  const { several } = REPORT_FILTERS[filter]
  const note = isFull
    ? `At most ${REPORT_CHOICES_MAX} are chosen at once.`
    : error !== null
      ? failureMessage(error)
      : isFetching
        ? 'Searching…'
        : data?.hasMore === true
          ? `The first ${FOUND_MAX}. Type to find others.`
          : null
  return (
    <SeveralSelect
      label={several}
      options={options}
      chosenIds={chosen.map(String)}
      onChange={(added, removedIds) => {
        const left = chosen.filter(id => !removedIds.includes(String(id)))
        const taken = added.slice(0, REPORT_CHOICES_MAX - left.length)
        onChoose([...left, ...taken.map(({ id }) => Number(id))], taken)
      }}
      onOpenChange={open => {
        setOpen(open)
        setTyped('')
      }}
      words={typed}
      onWordsChange={setTyped}
      note={note}
      none={
        data === undefined
          ? ''
          : sought === ''
            ? `Type a name, number or id to find ${several.toLowerCase()}.`
            : 'Nothing matches.'
      }
    />
  )
}
