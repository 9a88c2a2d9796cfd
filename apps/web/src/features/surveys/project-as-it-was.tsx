import { heldByProject } from '@desk/schema/statuses/held-by'
import { useMemo } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import type { AsOf } from '#kit/as-it-was/as-of.ts'
import { ScreenAsItWas } from '#kit/as-it-was/screen-as-it-was.tsx'
import { inDefaultOrder } from '#kit/tables/default-order.ts'
import { readPages, readPagesOf, type PageOfRows } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { SURVEY_CARD, SURVEY_OVERVIEW, surveyColumns, type SurveyRow } from './survey-columns.tsx'

const idOf = (row: SurveyRow): string => String(row.pm_sy_ud)
const nameOf = (row: SurveyRow): string => row.pm_sy_name
const NOTHING = { edit: false, create: false, editCells: false }

/** The survey list of a project at a past moment; loaded on first use. */
export default function ProjectAsItWas({ asOf, projectUID }: { readonly asOf: AsOf; readonly projectUID: number }) {
  const { api } = useDesk()
  const view = useUser()?.streamViewType ?? 'external'
  const { name: zone } = useZone()
  const columns = useMemo(
    () =>
      surveyColumns(view, { nowMs: Date.parse(asOf.at), zone }, NOTHING).filter(
        ({ id }) => id !== 'sources' && id !== 'actions',
      ),
    [view, asOf.at, zone],
  )
  return (
    <ScreenAsItWas<SurveyRow>
      asOf={asOf}
      of={{ scope: 'project', id: projectUID }}
      crumbsOf={({ name }) => [{ label: 'Projects', href: '#/projects' }, { label: name }]}
      read={async signal => {
        const readPage = (page: PageOfRows) =>
          api.call('asItWas.project', { params: { id: projectUID }, query: { at: asOf.at, ...page }, signal })
        const { rows, first } = await readPagesOf(readPage)
        const surveys = await readPages(query =>
          api.call('surveys.list', { query: { pm_proj_ud: projectUID, ...query }, signal }),
        )
        const facts = new Map(surveys.map(survey => [survey.pm_sy_ud, survey]))
        const whole = rows.flatMap((row): SurveyRow[] => {
          const survey = facts.get(row.pm_sy_ud)
          return survey === undefined ? [] : [{ ...survey, ...row }]
        })
        return { ...first, name: first.pm_proj_name, heldBy: null, rows: inDefaultOrder(whole, nameOf) }
      }}
      idOf={idOf}
      nameOf={nameOf}
      rowScope="survey"
      heldBy={heldByProject}
      list="surveys"
      label="Surveys"
      columns={columns}
      defaultView={SURVEY_OVERVIEW}
      cards={SURVEY_CARD}
      chart={{ projectId: projectUID, surveyId: null }}
    />
  )
}
