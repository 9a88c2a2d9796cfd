import { may } from '@desk/schema/permissions/permissions'
import {
  dimensionsOfReport,
  REPORT_DIMENSIONS,
  REPORTS,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import { ALL, codeOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { consultantOptions, unitOptions } from '#kit/tables/project-filter-options.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import type { ReportRow } from './report-columns.tsx'
import { hasSuppliers, type ReportChoices } from './report-search.ts'

/** Lists of filters change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

/** The things that lines may stand for. @param all the one that chooses none by itself: 'By project' @param left what they stand for already */
function dimensionOptions(
  all: string,
  left: ReportDimension | null,
  offered: readonly ReportDimension[],
): readonly NativeSelectOption[] {
  return [
    { id: ALL, label: all },
    ...offered.filter(name => name !== left).map(name => ({ id: name, label: REPORT_DIMENSIONS[name].label })),
  ]
}

/** The filters of a report with their lists and the choice that holds; the platform filters. */
export function useReportFilters(
  type: ReportType,
  choices: ReportChoices,
  user: CurrentUser,
): readonly ListFilter<ReportRow>[] {
  const desk = useDesk()
  const seesSuppliers = hasSuppliers(type, may(user, 'see the supply side'))
  const projects = useQuery({ ...desk.query('projects.list', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const suppliers = useQuery({
    ...desk.query('lookups.suppliers', { query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
    enabled: seesSuppliers,
  })
  const { pm_proj_ud: projectId, pm_sy_ud: surveyId } = choices
  const surveys = useQuery({
    ...desk.query('surveys.list', { query: { pm_proj_ud: projectId ?? 0, limit: PAGE_ROWS } }),
    ...LOOKUP,
    enabled: projectId !== undefined,
  })
  const sources = useQuery({
    ...desk.query('sources.table', { params: { id: surveyId ?? 0 }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
    enabled: surveyId !== undefined,
  })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), ...LOOKUP })
  const statuses = useQuery({ ...desk.query('lookups.statuses', {}), ...LOOKUP })
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: user.pm_dsh_ud }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
  })
  const offered = dimensionsOfReport(type, user.streamViewType, seesSuppliers)
  const own: ReportDimension | null = REPORTS[type].by
  const unitChoices = unitOptions(units.data ?? [])
  return [
    // sub-quotas are of their source
    ...(type === 'quotas'
      ? []
      : [
          {
            name: 'by',
            label: 'Lines',
            options: dimensionOptions(
              own === null ? 'By hour alone' : `By ${REPORT_DIMENSIONS[own].label.toLowerCase()}`,
              own,
              offered,
            ),
            chosen: choices.by,
          },
        ]),
    {
      name: 'and',
      label: 'And by',
      options: dimensionOptions('Nothing else', choices.by ?? own, offered),
      chosen: choices.and,
    },
    {
      name: 'pm_proj_ud',
      label: 'Project',
      options: [
        { id: ALL, label: 'All projects' },
        ...(projects.data ?? []).map(({ pm_proj_ud, pm_proj_name }) => ({
          id: String(pm_proj_ud),
          label: pm_proj_name,
        })),
      ],
      chosen: choices.pm_proj_ud,
    },
    // surveys are those of the chosen project, sources those of the chosen survey
    ...(projectId === undefined && surveyId === undefined
      ? []
      : [
          {
            name: 'pm_sy_ud',
            label: 'Survey',
            options: [
              { id: ALL, label: 'All surveys' },
              ...(surveys.data ?? []).map(({ pm_sy_ud, pm_sy_name }) => ({ id: String(pm_sy_ud), label: pm_sy_name })),
            ],
            chosen: surveyId,
          },
        ]),
    ...(surveyId === undefined && choices.stmid === undefined
      ? []
      : [
          {
            name: 'stmid',
            label: 'Source',
            options: [
              { id: ALL, label: 'All sources' },
              ...(sources.data ?? []).map(({ stmid, name }) => ({ id: String(stmid), label: name })),
            ],
            chosen: choices.stmid,
          },
        ]),
    ...(seesSuppliers
      ? [
          {
            name: 'pm_sup_ud',
            label: 'Supplier',
            options: [
              { id: ALL, label: 'All suppliers' },
              ...(suppliers.data ?? []).map(({ pm_sup_ud, name }) => ({
                id: String(pm_sup_ud),
                label: name,
              })),
            ],
            chosen: choices.pm_sup_ud,
          },
        ]
      : []),
    {
      name: 'pm_cy_cs_id',
      label: 'Country',
      options: [
        { id: ALL, label: 'All countries' },
        ...(countries.data ?? []).map(({ pm_cy_cs_id, name }) => ({
          id: String(pm_cy_cs_id),
          label: name,
        })),
      ],
      chosen: choices.pm_cy_cs_id,
    },
    {
      name: 'status',
      label: 'Project status',
      options: codeOptions('All statuses', statuses.data ?? []),
      chosen: choices.status,
    },
    {
      name: 'consultant',
      label: 'Project manager',
      options: consultantOptions(consultants.data ?? []),
      chosen: choices.consultant,
    },
    // an account that has none is not asked for one
    ...(unitChoices.length > 1 || choices.business_unit_ud !== undefined
      ? [{ name: 'business_unit_ud', label: 'Business unit', options: unitChoices, chosen: choices.business_unit_ud }]
      : []),
  ]
}
