import {
  EXCLUDED_PROJECTS_MAX,
  EXCLUDED_STATES,
  LOOK_BACK_DAYS_DEFAULT,
  LOOK_BACK_DAYS_MAX,
  type ExcludedStates,
} from '@desk/schema/exclusions/exclusion'
import type { RecontactLookupForm } from '@desk/schema/recontact/recontact'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ExcludedProjects, type ListedProject, type ProjectWords } from '#kit/exclusions/excluded-projects.tsx'
import { Button } from '#ui/button.tsx'
import { integerText } from '#ui/format/figures.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from '../sources.module.css'

type Choice = NonNullable<RecontactLookupForm['choice']>

const SEARCH_LIMIT = 20
const INVITING: ProjectWords = {
  chosen: 'Projects to invite from',
  search: 'Search projects to invite from',
  add: 'Choose',
  full: `A choice names at most ${EXCLUDED_PROJECTS_MAX} projects.`,
  allChosen: 'All that match are chosen already.',
}
const STATE_WORDS: Readonly<Record<ExcludedStates, string>> = {
  completes: 'Completes',
  entrants: 'Whoever entered',
}
const STATE_OPTIONS = EXCLUDED_STATES.map(id => ({ id, label: STATE_WORDS[id] }))

export interface RecontactChoiceProps {
  readonly projectId: number
  readonly isPending: boolean
  readonly onLookUp: (choice: Choice) => void
}

/** Chooses respondents by the projects in which they were, what became of them there, and how long ago. */
export function RecontactChoice({ projectId, isPending, onLookUp }: RecontactChoiceProps) {
  const desk = useDesk()
  const [projects, setProjects] = useState<readonly ListedProject[]>([])
  const [states, setStates] = useState<ExcludedStates>('completes')
  const [days, setDays] = useState(String(LOOK_BACK_DAYS_DEFAULT))
  const daysFault =
    /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= LOOK_BACK_DAYS_MAX
      ? undefined
      : `A whole number of days from 1 to ${integerText(LOOK_BACK_DAYS_MAX)}`
  return (
    <div className={styles['fields']} role="group" aria-label="Respondents of projects">
      <ExcludedProjects
        chosen={projects}
        onChange={setProjects}
        none="No project is chosen."
        words={INVITING}
        searchKey={['recontact', projectId]}
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
            note: `${integerText(entrants, '0')} entrants, ${integerText(completes, '0')} completes`,
          }))
        }
      />
      <div className={styles['excluding']}>
        <NativeSelect
          label="Who of them"
          options={STATE_OPTIONS}
          value={states}
          onChange={id => setStates(id === 'entrants' ? 'entrants' : 'completes')}
        />
        <TextField
          label="Look-back in days"
          inputMode="numeric"
          value={days}
          onChange={setDays}
          errorMessage={daysFault}
        />
      </div>
      <div className={styles['buttons']}>
        <Button
          onPress={() =>
            onLookUp({
              projects: projects.map(({ pm_proj_ud: id }) => id),
              states,
              look_back_days: Number(days),
            })
          }
          isPending={isPending}
          isDisabled={projects.length === 0 || daysFault !== undefined}
        >
          Look up respondents of these projects
        </Button>
      </div>
    </div>
  )
}
