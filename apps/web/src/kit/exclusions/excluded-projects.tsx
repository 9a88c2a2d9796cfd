import { EXCLUDED_PROJECTS_MAX, type ExcludedProject } from '@desk/schema/exclusions/exclusion'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import styles from './excluded-projects.module.css'

const QUIET_MS = 250

/** A project of an exclusion, or one that is found for it, and what else is said of it. */
export interface ListedProject extends ExcludedProject {
  readonly note?: string
}

export interface ExcludedProjectsProps {
  readonly chosen: readonly ListedProject[]
  readonly onChange: (projects: readonly ListedProject[]) => void
  /** Where the projects are searched, for the cache. */
  readonly searchKey: readonly (string | number)[]
  readonly search: (words: string, signal: AbortSignal) => Promise<readonly ListedProject[]>
  /** Said where none is chosen. */
  readonly none: string
  /** The act on a project; left out: it is excluded. */
  readonly words?: ProjectWords
}

/** How the list speaks of what it does with projects. */
export interface ProjectWords {
  readonly chosen: string
  readonly search: string
  readonly add: string
  readonly full: string
  readonly allChosen: string
}

const EXCLUDING: ProjectWords = {
  chosen: 'Excluded projects',
  search: 'Search projects to exclude',
  add: 'Exclude',
  full: `An exclusion names at most ${EXCLUDED_PROJECTS_MAX} projects.`,
  allChosen: 'All that match are excluded already.',
}

/** The projects of an exclusion, or of another choice: the chosen ones, and a search for more. */
export function ExcludedProjects({
  chosen,
  onChange,
  searchKey,
  search,
  none,
  words: said = EXCLUDING,
}: ExcludedProjectsProps) {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  useAfterQuiet(QUIET_MS, typed, () => setWords(typed.trim()))
  const isFull = chosen.length >= EXCLUDED_PROJECTS_MAX
  return (
    <div className={styles['projects']}>
      {chosen.length === 0 ? (
        <p className={styles['note']}>{none}</p>
      ) : (
        <ul className={styles['chosen']} aria-label={said.chosen}>
          {chosen.map(project => (
            <li key={project.pm_proj_ud}>
              <Named project={project} />
              <IconButton
                label={`Take ${project.name} out`}
                onPress={() => onChange(chosen.filter(({ pm_proj_ud: id }) => id !== project.pm_proj_ud))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={styles['note']}>{said.full}</p>
      ) : (
        <>
          <SearchField label={said.search} placeholder="Name, number or ID" value={typed} onChange={setTyped} />
          {words === '' ? null : (
            <Found
              words={words}
              said={said}
              searchKey={searchKey}
              search={search}
              isChosen={id => chosen.some(project => project.pm_proj_ud === id)}
              onAdd={project => onChange([...chosen, project])}
            />
          )}
        </>
      )}
    </div>
  )
}

interface FoundProps extends Pick<ExcludedProjectsProps, 'searchKey' | 'search'> {
  readonly words: string
  readonly said: ProjectWords
  readonly isChosen: (id: number) => boolean
  readonly onAdd: (project: ListedProject) => void
}

function Found({ words, said, searchKey, search, isChosen, onAdd }: FoundProps) {
  const { data, error, isPending } = useQuery({
    queryKey: ['excluded projects', ...searchKey, words],
    queryFn: ({ signal }) => search(words, signal),
  })
  if (isPending) return <Skeleton label="Searching projects" height="28px" lines={2} />
  if (data === undefined) return <CallFailure error={error} />
  const others = data.filter(({ pm_proj_ud: id }) => !isChosen(id))
  if (others.length === 0)
    return (
      <p className={styles['note']} role="status">
        {data.length === 0 ? 'No other project matches.' : said.allChosen}
      </p>
    )
  return (
    <ul className={styles['found']} aria-label="Projects found">
      {others.map(project => (
        <li key={project.pm_proj_ud}>
          <Named project={project} />
          <Button size="small" onPress={() => onAdd(project)} aria-label={`${said.add} ${project.name}`}>
            {said.add}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Named({ project: { name, number, pm_proj_ud: id, note } }: { readonly project: ListedProject }) {
  return (
    <span className={styles['named']}>
      <span className={styles['name']}>{name}</span>
      <span className={styles['note']}>
        {number} · {id}
        {note === undefined ? '' : ` · ${note}`}
      </span>
    </span>
  )
}
