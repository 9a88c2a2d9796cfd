import type { ProjectDetail } from '@desk/schema/projects/project'
import { hasEnded, STATUS_CODES } from '@desk/schema/statuses/status'
import { useState } from 'react'
import type { EndpointKey } from '#runtime/api/endpoints.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { countText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PageHead, type HeadAction, type HeadFact } from './page-head.tsx'
import { PageTabs } from './page-tabs.tsx'
import { ControlCentreButton } from '#kit/defender/control-centre-button.tsx'
import { openLaunch } from '#kit/statuses/overlay-subjects.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { NewWave } from '#kit/waves/new-wave.tsx'
import { useZone, type UserZone } from '#kit/zones/use-zone.ts'

export interface ProjectHeadProps {
  project: ProjectDetail | null
  /** The page of it that is shown; the crumbs name it, and no link leads there. */
  page: 'surveys' | 'details' | 'documents'
  /** The most frequent act here; after the others. */
  primary?: React.ReactNode
  /** Acts of this page behind the menu. */
  more?: readonly HeadAction[]
}

/** The head of a project's pages: name, status, manager and actions. */
export function ProjectHead({ project, page, primary, more = [] }: ProjectHeadProps) {
  const zone = useZone()
  const user = useUser()
  const may = (call: EndpointKey) => user !== null && mayCall(user, call)
  const [isWaving, setWaving] = useState(false)
  const head = (
    <PageHead
      crumbs={crumbsOf(project, page)}
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
      tabs={
        project === null ? (
          // the line has its room before
          <></>
        ) : (
          <PageTabs label="Parts of the project" tabs={tabsOf(project)} shown={page} />
        )
      }
      facts={project === null ? [] : projectFacts(project, zone)}
      more={
        project === null
          ? []
          : [
              ...more,
              ...moreOf(project, may),
              ...(may('projects.makeWave')
                ? [{ label: 'Duplicate as a new wave…', onAction: () => setWaving(true) }]
                : []),
            ]
      }
      actions={
        project === null ? undefined : (
          <>
            <ControlCentreButton of={{ scope: 'project', id: project.pm_proj_ud, name: project.pm_proj_name }} />
            {project.statusid === STATUS_CODES.draft && may('statuses.launch') ? (
              <Button onPress={() => launch(project)}>Launch…</Button>
            ) : null}
            <a className={buttonClass()} href={`${pathOf(project)}/edit`}>
              {may('projects.update') ? 'Edit' : 'View'}
            </a>
            {primary}
          </>
        )
      }
    />
  )
  return (
    <>
      {head}
      {isWaving && project !== null ? (
        <NewWave projectId={project.pm_proj_ud} name={project.pm_proj_name} onClose={() => setWaving(false)} />
      ) : null}
    </>
  )
}

const launch = ({ pm_proj_ud: id, pm_proj_name: name }: ProjectDetail) => openLaunch({ scope: 'project', id, name })

/** The launch of a draft is on the line; of others, behind the menu. */
const moreOf = (project: ProjectDetail, may: (call: EndpointKey) => boolean): HeadAction[] => [
  ...(project.statusid === STATUS_CODES.draft || hasEnded(project.statusid) || !may('statuses.launch')
    ? []
    : [{ label: 'Launch…', onAction: () => launch(project) }]),
  { label: 'Traffic report', href: `#/reports/traffic?by=source&pm_proj_ud=${project.pm_proj_ud}` },
  ...(may('projects.create') ? [{ label: 'Duplicate', href: `#/manage/project/new?from=${project.pm_proj_ud}` }] : []),
]

const tabsOf = (project: ProjectDetail) => {
  const path = pathOf(project)
  return [
    { id: 'surveys', label: 'Surveys', href: `${path}/survey` },
    { id: 'details', label: 'Money and history', href: `${path}/details` },
    { id: 'documents', label: 'Documents', href: `${path}/documents` },
    { id: 'reconciliation', label: 'Reconciliation', href: `${path}/reconciliation` },
  ] as const
}

const pathOf = ({ pm_proj_ud }: ProjectDetail): string => `#/manage/project/${pm_proj_ud}`

function crumbsOf(project: ProjectDetail | null, page: ProjectHeadProps['page']): Crumb[] {
  const projects = { label: 'Projects', href: '#/projects' }
  const label = project?.pm_proj_name ?? 'Project'
  if (page === 'surveys' || project === null) return [projects, { label }]
  return [
    projects,
    { label, href: `${pathOf(project)}/survey` },
    { label: page === 'details' ? 'Details' : 'Documents' },
  ]
}

function projectFacts(project: ProjectDetail, zone: UserZone): HeadFact[] {
  return [
    { name: 'Number', value: project.pm_proj_rep_num },
    { name: 'Target', value: countText(project.respondents) },
    ...(project.consultant_name === null ? [] : [{ name: 'Manager', value: project.consultant_name }]),
    ...(project.out_of_field_date === null
      ? []
      : [{ name: 'Out of field', value: momentText(project.out_of_field_date, zone.name) }]),
  ]
}
