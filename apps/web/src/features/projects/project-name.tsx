import { Ellipsis } from 'lucide-react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { NameLink } from '#kit/tables/name-link.tsx'
import type { ProjectRow } from './project-columns.tsx'

const ITEMS = [
  { id: 'edit', label: 'Edit' },
  { id: 'duplicate', label: 'Duplicate', description: 'A new project that begins with its values' },
] as const

/** The first cell of a project's row: its status mark, the link to its surveys, and its menu. */
export function ProjectName({
  row: { pm_proj_ud: id, pm_proj_name: name, statusid, status_reason },
}: {
  readonly row: ProjectRow
}) {
  const desk = useDesk()
  return (
    <>
      <NameLink href={`#/projects/${id}/survey`} name={name} statusid={statusid} reason={status_reason} />
      <LazyMenu
        label={`Actions for ${name}`}
        items={ITEMS}
        onAction={act =>
          desk.history.push(act === 'edit' ? `/manage/project/${id}/edit` : `/manage/project/new?from=${id}`)
        }
      >
        {trigger => (
          <IconButton {...trigger} label={`Actions for ${name}`} size="small" hasTooltip={false}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      </LazyMenu>
    </>
  )
}
