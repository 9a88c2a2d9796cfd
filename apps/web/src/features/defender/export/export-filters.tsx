import type { ExportMode, ExportPreview } from '@desk/schema/defender/export'
import { DOOR_RULES, NAMED_DOOR_RULES } from '@desk/schema/respondents/door-rules'
import { RESPONDENT_STATE_LABELS, RESPONDENT_STATES } from '@desk/schema/respondents/state'
import { useQuery } from '@tanstack/react-query'
import type { Named } from '@desk/schema/names/distinct-names'
import { namedOptions } from '#kit/forms/named-options.ts'
import { ruleWords } from '#kit/respondents/respondent-words.ts'
import { FilterRow } from '#kit/tables/filter-row.tsx'
import { ALL, filterOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import { EnteredChoice } from '../entered-choice.tsx'
import { DEFAULT_DAYS, type ExportSearch } from './export-search.ts'

const MODE_LABELS: Readonly<Record<ExportMode, string>> = {
  refused: 'Refused them',
  recorded: 'Spoke against them only',
}
const RULES = [...new Set([...Object.keys(DOOR_RULES), ...Object.keys(NAMED_DOOR_RULES)])].toSorted((one, other) =>
  ruleWords(one).localeCompare(ruleWords(other)),
)

const withAll = (label: string, named: readonly Named[]): readonly NativeSelectOption[] => [
  { id: ALL, label },
  ...namedOptions(named),
]

export interface ExportFilterRowProps {
  readonly search: ExportSearch
  readonly data: ExportPreview | undefined
  readonly seesSuppliers: boolean
  readonly onChange: ChangeSearch
}

/** The filters of an export; a choice above narrows the choices below it. */
export function ExportFilterRow({ search, data, seesSuppliers, onChange }: ExportFilterRowProps) {
  const { project, survey } = search
  const { data: countries = [] } = useQuery(useDesk().query('lookups.countries', { query: {} }))
  const sources = data?.sources ?? []
  const ofProject = sources.filter(source => project === undefined || source.project.id === project)
  const ofSurvey = ofProject.filter(source => survey === undefined || source.survey.id === survey)
  const filters: readonly ListFilter[] = [
    {
      name: 'code',
      label: 'State',
      options: [
        { id: ALL, label: 'All states' },
        ...Object.values(RESPONDENT_STATES).map(({ code }) => ({
          id: String(code),
          label: RESPONDENT_STATE_LABELS[code],
        })),
      ],
      chosen: search.code,
    },
    {
      name: 'rule',
      label: 'Rule',
      options: filterOptions('With or without a rule', RULES, ruleWords),
      chosen: search.rule,
    },
    {
      name: 'mode',
      label: 'Action of the rule',
      options: filterOptions('Either', ['refused', 'recorded'] as const, mode => MODE_LABELS[mode]),
      chosen: search.mode,
    },
    {
      name: 'project',
      label: 'Project',
      options: withAll(
        'All projects',
        sources.map(({ project: of }) => of),
      ),
      chosen: project,
      clears: ['survey', 'source'],
    },
    {
      name: 'survey',
      label: 'Survey',
      options: withAll(
        'All surveys',
        ofProject.map(({ survey: of }) => of),
      ),
      chosen: survey,
      clears: ['source'],
    },
    {
      name: 'source',
      label: 'Source',
      options: withAll(
        'All sources',
        ofSurvey.map(({ id, name, survey: of }) => ({ id, name, within: of.name })),
      ),
      chosen: search.source,
    },
    ...(seesSuppliers
      ? [
          {
            name: 'supplier',
            label: 'Supplier',
            options: [...withAll('All suppliers', data?.suppliers ?? []), { id: '0', label: 'Without a supplier' }],
            chosen: search.supplier,
          },
        ]
      : []),
    {
      name: 'country',
      label: 'Country',
      options: [{ id: ALL, label: 'All countries' }, ...countries.map(({ iso2, name }) => ({ id: iso2, label: name }))],
      chosen: search.country,
    },
  ]
  return (
    <FilterRow filters={filters} span={search} onChange={onChange}>
      <EnteredChoice span={{ days: DEFAULT_DAYS, ...search }} onChange={onChange} />
    </FilterRow>
  )
}
