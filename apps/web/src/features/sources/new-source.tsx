import type { SourceType } from '@desk/schema/sources/source'
import { ChevronDown } from 'lucide-react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import type { SourcePaths } from './source-paths.ts'
import styles from './sources.module.css'
import { TYPE_DESCRIPTIONS, TYPE_WORDS } from './source-words.ts'

const TYPES: readonly SourceType[] = ['diy', 'classic', 'lucid']

export interface NewSourceProps {
  paths: SourcePaths
  /** Whether the user sees suppliers, of which a classic source has one. */
  seesSuppliers: boolean
  /** The ended object above it, because of which it could never go live; null: none. */
  ended: 'project' | 'survey' | null
}

/** Makes a source of one of the types; classic ones are for users who see suppliers (domain.md §4). */
export function NewSource({ paths, seesSuppliers, ended }: NewSourceProps) {
  const desk = useDesk()
  if (ended !== null) return <span className={styles['note']}>{`The ${ended} has ended: it takes no new source.`}</span>
  const types = TYPES.filter(type => type !== 'classic' || seesSuppliers)
  return (
    <LazyMenu
      label="New source"
      items={types.map(type => ({ id: type, label: TYPE_WORDS[type], description: TYPE_DESCRIPTIONS[type] }))}
      onAction={id => {
        const type = types.find(each => each === id)
        if (type !== undefined) desk.history.push(paths.create(type))
      }}
      placement="bottom end"
    >
      {trigger => (
        <Button {...trigger} variant="primary" icon={<ChevronDown size={16} aria-hidden />}>
          New source
        </Button>
      )}
    </LazyMenu>
  )
}
