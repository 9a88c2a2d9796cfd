import type { ProjectDetail } from '@desk/schema/projects/project'
import { integerText } from '../../ui/format/figures.ts'
import { dateTimeText } from '../../ui/format/times.ts'
import { PageHead, type HeadFact } from '../../widgets/heads/page-head.tsx'
import { StatusMenu } from '../../widgets/statuses/status-menu.tsx'
import { useZone, type UserZone } from '../../widgets/zones/use-zone.ts'

/** The head of a project's survey list: what it is, its status and who leads it. */
export function ProjectHead({ project }: { project: ProjectDetail | null }) {
  const zone = useZone()
  return (
    <PageHead
      crumbs={[{ label: 'Projects', href: '#/projects' }, { label: project?.pm_proj_name ?? 'Project' }]}
      title={project?.pm_proj_name ?? null}
      loadingLabel="Loading the project"
      status={
        project === null ? null : (
          <StatusMenu
            scope="project"
            id={project.pm_proj_ud}
            name={project.pm_proj_name}
            statusid={project.statusid}
            reason={project.status_reason}
            changedBy={project.status_changed_by}
          />
        )
      }
      facts={project === null ? [] : projectFacts(project, zone)}
    />
  )
}

function projectFacts(project: ProjectDetail, zone: UserZone): HeadFact[] {
  return [
    { name: 'Number', value: project.pm_proj_rep_num },
    { name: 'Target', value: integerText(project.respondents) },
    ...(project.consultant_name === null ? [] : [{ name: 'Project manager', value: project.consultant_name }]),
    ...(project.business_unit_name === null ? [] : [{ name: 'Business unit', value: project.business_unit_name }]),
    ...(project.out_of_field_date === null
      ? []
      : [{ name: 'Out of field', value: `${dateTimeText(Date.parse(project.out_of_field_date), zone.name)} ${zone.label}` }]),
    { name: 'Live sources', value: String(project.live_source_count) },
  ]
}
