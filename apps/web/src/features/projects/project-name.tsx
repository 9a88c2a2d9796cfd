'use no memo'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { NameLink } from '#kit/tables/name-link.tsx'
import { NewWave } from '#kit/waves/new-wave.tsx'
import type { ProjectRow } from './project-columns.tsx'

const ITEMS = [
  { id: 'edit', label: 'Edit' },
  { id: 'duplicate', label: 'Duplicate', description: 'A new project that begins with its values' },
  { id: 'wave', label: 'Duplicate as a new wave…', description: 'With its surveys and sources, as drafts' },
] as const

/** The first cell of a project's row: its status mark, the link to its surveys, and its menu. */
export function ProjectName({
  row: { pm_proj_ud: id, pm_proj_name: name, statusid, status_reason },
}: {
  readonly row: ProjectRow
}) {
  const desk = useDesk()
  const [isWaving, setWaving] = useState(false)
  return (
    <>
      <NameLink href={`#/projects/${id}/survey`} name={name} statusid={statusid} reason={status_reason} />
      <LazyMenu
        label={`Actions for ${name}`}
        items={ITEMS}
        onAction={act =>
          act === 'wave'
            ? setWaving(true)
            : desk.history.push(act === 'edit' ? `/manage/project/${id}/edit` : `/manage/project/new?from=${id}`)
        }
      >
        {trigger => (
          <IconButton {...trigger} label={`Actions for ${name}`} size="small" hasTooltip={false}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      </LazyMenu>
      {isWaving ? <NewWave projectId={id} name={name} onClose={() => setWaving(false)} /> : null}
    </>
  )
}
