import type { SourceRow } from '@desk/schema/figures/figures'
import { heldByProject, sourceHeldBy } from '@desk/schema/statuses/held-by'
import { useMemo } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { AsOf } from '#kit/as-it-was/as-of.ts'
import { ScreenAsItWas, type ScreenAsItWasProps } from '#kit/as-it-was/screen-as-it-was.tsx'
import { inDefaultOrder } from '#kit/tables/default-order.ts'
import { readPagesOf, type PageOfRows } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { FIELD_VIEW, SOURCE_CARD, sourceColumns } from './source-columns.tsx'
import type { SourcePaths } from './source-paths.ts'
import { useSourceViewer } from './use-source-viewer.ts'

export interface SurveyAsItWasProps {
  readonly asOf: AsOf
  readonly projectUID: number
  readonly surveyUID: number
  readonly paths: SourcePaths
}

const idOf = (row: SourceRow): string => String(row.stmid)
const nameOf = (row: SourceRow): string => row.name

const heldThen: ScreenAsItWasProps<SourceRow>['heldBy'] = (row, { statusid, heldBy }) =>
  sourceHeldBy(row.statusid, { statusid, effective_statusid: heldBy?.statusid ?? statusid })

/** The source table of a survey at a past moment; loaded on first use. */
export default function SurveyAsItWas({ asOf, projectUID, surveyUID, paths }: SurveyAsItWasProps) {
  const { api } = useDesk()
  const viewer = useSourceViewer()
  const { name: zone } = useZone()
  const columns = useMemo(
    () =>
      sourceColumns<SourceRow>(
        { ...viewer, survey: null, at: { nowMs: Date.parse(asOf.at), zone } },
        row => paths.of(row.stmid, row.type),
        () => undefined,
      ),
    [viewer, asOf.at, zone, paths],
  )
  return (
    <ScreenAsItWas<SourceRow>
      asOf={asOf}
      of={{ scope: 'survey', id: surveyUID }}
      crumbsOf={({ name, pm_proj_name: projectName }) => [
        { label: 'Projects', href: '#/projects' },
        { label: projectName, href: `#${paths.surveys}` },
        { label: name },
      ]}
      read={async signal => {
        const readPage = (page: PageOfRows) =>
          api.call('asItWas.survey', { params: { id: surveyUID }, query: { at: asOf.at, ...page }, signal })
        const { rows, first } = await readPagesOf(readPage)
        return { ...first, name: first.pm_sy_name, heldBy: heldByProject(first), rows: inDefaultOrder(rows, nameOf) }
      }}
      idOf={idOf}
      nameOf={nameOf}
      rowScope="source"
      heldBy={heldThen}
      list="sources"
      label="Sources"
      columns={columns}
      defaultView={FIELD_VIEW}
      cards={SOURCE_CARD}
      chart={{ projectId: projectUID, surveyId: surveyUID }}
    />
  )
}
