import type { ProjectDetail } from '@desk/schema/projects/project'
import { hasEnded, STATUS_CODES } from '@desk/schema/statuses/status'
import { useState } from 'react'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { countText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PageHead, type HeadAction, type HeadFact } from './page-head.tsx'
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
}

/** The head of a project's pages: name, status, manager and actions. */
export function ProjectHead({ project, page, primary }: ProjectHeadProps) {
  const zone = useZone()
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
      facts={project === null ? [] : projectFacts(project, zone)}
      more={
        project === null
          ? []
          : [...moreOf(project, page), { label: 'Duplicate as a new wave…', onAction: () => setWaving(true) }]
      }
      actions={
        project === null ? undefined : (
          <>
            <ControlCentreButton of={{ scope: 'project', id: project.pm_proj_ud, name: project.pm_proj_name }} />
            {project.statusid === STATUS_CODES.draft ? (
              <Button onPress={() => launch(project)}>Launch…</Button>
            ) : (
              <a className={buttonClass('ghost')} href={`${pathOf(project)}/reconciliation`}>
                Reconciliation
              </a>
            )}
            <a className={buttonClass()} href={`${pathOf(project)}/edit`}>
              Edit
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

/** A draft has nothing to reconcile: its launch is on the line, and reconciliation behind the menu. */
const moreOf = (project: ProjectDetail, page: ProjectHeadProps['page']): HeadAction[] => [
  ...(project.statusid === STATUS_CODES.draft
    ? [{ label: 'Reconciliation', href: `${pathOf(project)}/reconciliation` }]
    : hasEnded(project.statusid)
      ? []
      : [{ label: 'Launch…', onAction: () => launch(project) }]),
  ...(page === 'details' ? [] : [{ label: 'Details', href: `${pathOf(project)}/details` }]),
  ...(page === 'documents' ? [] : [{ label: 'Documents', href: `${pathOf(project)}/documents` }]),
  { label: 'Traffic report', href: `#/reports/traffic?by=source&pm_proj_ud=${project.pm_proj_ud}` },
  { label: 'Duplicate', href: `#/manage/project/new?from=${project.pm_proj_ud}` },
]

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
