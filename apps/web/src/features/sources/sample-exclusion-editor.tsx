import type { SampleExclusion } from '@desk/schema/exclusions/exclusion'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useUnsavedGuard } from '#kit/forms/use-unsaved-guard.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import type { ListedProject } from '#kit/exclusions/excluded-projects.tsx'
import { Button } from '#ui/button.tsx'
import { countText } from '#ui/format/figures.ts'
import { showToast } from '#ui/toasts.ts'
import { daysFaultOf, formOfPeople, PeopleOfProjects, type PeopleChoice } from './people-of-projects.tsx'
import styles from './sources.module.css'

export interface SampleExclusionEditorProps {
  readonly projectId: number
  readonly exclusion: SampleExclusion
  readonly onReadAgain: () => void
}

/** Chooses whose people a source keeps out, from when, and says how many they are. */
export function SampleExclusionEditor({ projectId, exclusion, onReadAgain }: SampleExclusionEditorProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const mayApply = useMayCall('exclusions.excludeSample')
  const stored = peopleOf(exclusion)
  const [people, setPeople] = useState(stored)
  const { stmid, version } = exclusion
  const params = { id: stmid }
  const save = useAct('exclusions.excludeSample', {
    onDone: saved => {
      queries.setQueryData(desk.query('exclusions.ofSource', { params }).queryKey, saved)
      void queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The exclusions are saved' })
    },
  })
  const isChanged = idsOf(people) !== idsOf(stored) || people.states !== stored.states || people.days !== stored.days
  const guard = useUnsavedGuard({
    hasUnsaved: isChanged,
    lost: 'Your changes to the exclusions are not applied.',
  })
  return (
    <div className={styles['fields']}>
      {guard}
      <p role="status">
        {exclusion.projects.length === 0
          ? 'No respondent of another project is excluded.'
          : `Keeps out up to ${countText(exclusion.kept_out)} ${exclusion.kept_out === 1 ? 'person' : 'people'} now.`}
        {isChanged ? ' Your changes are not applied yet.' : ''}
      </p>
      <fieldset disabled={!mayApply} className={styles['read']}>
        <PeopleOfProjects
          projectId={projectId}
          choice={people}
          onChange={setPeople}
          none="No project is excluded."
          searchKey={['project', projectId]}
        />
      </fieldset>
      <CallFailure error={save.failure} />
      <div className={styles['buttons']}>
        <Button
          onPress={() => save.send({ params, payload: { ...formOfPeople(people), version } })}
          isPending={save.isPending}
          isDisabled={!mayApply || !isChanged || daysFaultOf(people) !== undefined}
        >
          Apply exclusions
        </Button>
        {isStale(save.failure) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
      </div>
    </div>
  )
}

const peopleOf = ({ projects, states, look_back_days }: SampleExclusion): PeopleChoice => ({
  projects: projects.map(({ kept_out: people, ...project }): ListedProject => ({
    ...project,
    note: `${countText(people)} kept out`,
  })),
  states,
  days: String(look_back_days),
})

const idsOf = ({ projects }: PeopleChoice): string =>
  projects
    .map(({ pm_proj_ud: id }) => id)
    .toSorted((one, other) => one - other)
    .join()
