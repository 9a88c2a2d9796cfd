import { EXCLUDED_PROJECTS_MAX, LOOK_BACK_DAYS_DEFAULT } from '@desk/schema/exclusions/exclusion'
import type { RecontactLookupForm } from '@desk/schema/recontact/recontact'
import { useState } from 'react'
import type { ProjectWords } from '#kit/exclusions/excluded-projects.tsx'
import { Button } from '#ui/button.tsx'
import { daysFaultOf, formOfPeople, PeopleOfProjects, type PeopleChoice } from '../people-of-projects.tsx'
import styles from '../sources.module.css'

type Choice = NonNullable<RecontactLookupForm['choice']>

const NOBODY: PeopleChoice = { projects: [], states: 'completes', days: String(LOOK_BACK_DAYS_DEFAULT) }
const INVITING: ProjectWords = {
  chosen: 'Projects to invite from',
  search: 'Search projects to invite from',
  add: 'Choose',
  full: `A choice names at most ${EXCLUDED_PROJECTS_MAX} projects.`,
  allChosen: 'All that match are chosen already.',
}

export interface RecontactChoiceProps {
  readonly projectId: number
  readonly isPending: boolean
  readonly onLookUp: (choice: Choice) => void
}

/** Chooses respondents by the projects in which they were, what became of them there, and how long ago. */
export function RecontactChoice({ projectId, isPending, onLookUp }: RecontactChoiceProps) {
  const [people, setPeople] = useState(NOBODY)
  return (
    <div className={styles['fields']} role="group" aria-label="Respondents of projects">
      <PeopleOfProjects
        projectId={projectId}
        choice={people}
        onChange={setPeople}
        none="No project is chosen."
        words={INVITING}
        searchKey={['recontact', projectId]}
      />
      <div className={styles['buttons']}>
        <Button
          onPress={() => onLookUp(formOfPeople(people))}
          isPending={isPending}
          isDisabled={people.projects.length === 0 || daysFaultOf(people) !== undefined}
        >
          Look up their respondents
        </Button>
      </div>
    </div>
  )
}
