import type { ProjectDetail } from '@desk/schema/projects/project'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useProjectLoad } from '#runtime/hooks/use-load.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { countText, minutesText, moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { Why } from '#kit/figure-changes/why.tsx'
import { ProjectHead } from '#kit/heads/project-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import { MoneyStand } from '#kit/money/money-stand.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { ProjectCosts } from './project-costs.tsx'
import { ProjectPerformance } from './project-performance.tsx'
import styles from './project-details.module.css'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { sayCount, sayDevices, sayMinutes, sayPercent, sayPrice, sayZone } from '#kit/history/history-says.ts'
import { DEFENDER_FIELDS } from '#kit/defender/defender-history.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** The labels of a project's fields in the history, and the names of codes. */
function projectHistoryFields(zones: readonly TimeZoneItem[]): HistoryFields {
  return {
    ...DEFENDER_FIELDS,
    pm_proj_name: { label: 'Project name' },
    pm_proj_rep_num: { label: 'Project number' },
    consultant: { label: 'Project Manager' },
    business_unit_ud: { label: 'Business Unit' },
    out_of_field_date: { label: 'Out of field date' },
    out_of_field_time_zone_code: { label: 'Timezone', say: sayZone(zones) },
    respondents: { label: 'Target (N)', say: sayCount },
    pm_sy_client_cpi: { label: 'Sell Price', say: sayPrice },
    est_loi: { label: 'Estimated LOI', say: sayMinutes },
    qualifying_rate: { label: 'Incidence Rate', say: sayPercent },
    pm_cy_cs_id: { label: 'Country' },
    languages_id: { label: 'Language' },
    device_compatibility: { label: 'Device Compatibility', say: sayDevices },
    survey_url: { label: 'Survey URL' },
    wave_of: { label: 'Wave of project' },
    reconciliation: { label: 'Reconciliation' },
  }
}

/** The defaults of a project's surveys, in words. */
function defaultsOf(project: ProjectDetail): readonly (readonly [string, string])[] {
  const { pm_sy_client_cpi: price, est_loi, qualifying_rate, device_compatibility: devices } = project
  return [
    ['Target (N)', countText(project.respondents)],
    ...(price === undefined ? [] : [['Sell Price', price === null ? NO_FIGURE : moneyText(price * 100)] as const]),
    ['Estimated LOI', est_loi === null ? NO_FIGURE : `${minutesText(est_loi)} minutes`],
    ['Incidence Rate', qualifying_rate === null ? NO_FIGURE : `${qualifying_rate}%`],
    ['Country', project.country_name ?? NO_FIGURE],
    ['Language', project.language_name ?? NO_FIGURE],
    [
      'Device Compatibility',
      devices === null
        ? NO_FIGURE
        : devices.map(id => DEVICE_TYPES.find(device => device.id === id)?.name ?? String(id)).join(', '),
    ],
    ['Survey URL', project.survey_url ?? NO_FIGURE],
  ]
}

/** One project: performance, costs, defaults of its surveys, and history. */
export function ProjectDetailsScreen({ projectUID }: { projectUID: number }) {
  const desk = useDesk()
  const project = useProjectLoad(projectUID)
  const { zones } = useTimeZones()
  useAppTitle(project.data === null ? null : `${project.data.pm_proj_name} details`)

  const refresh = () => {
    project.refresh()
    void desk.queryClient.invalidateQueries({ queryKey: [HISTORY, 'project', projectUID] })
  }
  if (isMissing(project.failure)) return <NotFound />
  return (
    <div className={screen['screen']}>
      <ProjectHead project={project.data} page="details" />
      {project.data === null && project.error !== null ? (
        <LoadFailure
          title="The project did not load"
          failure={project.failure}
          onRetry={project.refresh}
          isRetrying={project.isRequesting}
        />
      ) : null}
      <ProjectPerformance projectUID={projectUID} />
      <MoneyStand projectId={projectUID} />
      <ProjectCosts projectUID={projectUID} />
      {project.data === null ? null : (
        <section className={styles['panel']} aria-labelledby="project-defaults">
          <h2 id="project-defaults" className={styles['title']}>
            Survey defaults
          </h2>
          <dl className={styles['facts']}>
            {defaultsOf(project.data).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <HistoryPanel scope="project" id={projectUID} fields={projectHistoryFields(zones)} />
      <StatusOverlays onChanged={refresh} />
      <Why />
    </div>
  )
}
