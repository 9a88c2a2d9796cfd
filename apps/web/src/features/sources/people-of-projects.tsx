import { EXCLUDED_STATES, LOOK_BACK_DAYS_MAX, type ExcludedStates } from '@desk/schema/exclusions/exclusion'
import { ExcludedProjects, type ExcludedProjectsProps, type ListedProject } from '#kit/exclusions/excluded-projects.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { countText } from '#ui/format/figures.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './sources.module.css'

const SEARCH_LIMIT = 20
const STATE_WORDS: Readonly<Record<ExcludedStates, string>> = {
  completes: 'Completes',
  entrants: 'All entrants',
}
const STATE_OPTIONS = EXCLUDED_STATES.map(id => ({ id, label: STATE_WORDS[id] }))

/** People by the projects in which they were, what became of them there, and how long ago. */
export interface PeopleChoice {
  readonly projects: readonly ListedProject[]
  readonly states: ExcludedStates
  /** As it is typed. */
  readonly days: string
}

/** The fault of a look-back; undefined: none. */
export const daysFaultOf = ({ days }: PeopleChoice): string | undefined =>
  /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= LOOK_BACK_DAYS_MAX
    ? undefined
    : `A whole number of days from 1 to ${countText(LOOK_BACK_DAYS_MAX)}`

/** A choice as the API takes it. */
export const formOfPeople = ({ projects, states, days }: PeopleChoice) => ({
  projects: projects.map(({ pm_proj_ud: id }) => id),
  states,
  look_back_days: Number(days),
})

export interface PeopleOfProjectsProps extends Pick<ExcludedProjectsProps, 'none' | 'words' | 'searchKey'> {
  /** The source's project, which is not among those that are found. */
  readonly projectId: number
  readonly choice: PeopleChoice
  readonly onChange: (choice: PeopleChoice) => void
}

/** Chooses people by the projects in which they were. */
export function PeopleOfProjects({ projectId, choice, onChange, ...list }: PeopleOfProjectsProps) {
  const desk = useDesk()
  return (
    <>
      <ExcludedProjects
        {...list}
        chosen={choice.projects}
        onChange={projects => onChange({ ...choice, projects })}
        search={async (words, signal) =>
          (
            await desk.api.call('exclusions.searchProjects', {
              params: { id: projectId },
              payload: { search: words, limit: SEARCH_LIMIT },
              signal,
            })
          ).map(({ pm_proj_ud, name, number, entrants, completes }) => ({
            pm_proj_ud,
            name,
            number,
            note: `${countText(entrants)} entrants, ${countText(completes)} completes`,
          }))
        }
      />
      <div className={styles['excluding']}>
        <NativeSelect
          label="Who of them"
          options={STATE_OPTIONS}
          value={choice.states}
          onChange={id => onChange({ ...choice, states: id === 'entrants' ? 'entrants' : 'completes' })}
        />
        <TextField
          label="Look-back in days"
          inputMode="numeric"
          value={choice.days}
          onChange={days => onChange({ ...choice, days })}
          errorMessage={daysFaultOf(choice)}
        />
      </div>
    </>
  )
}
