import {
  EXCLUDED_STATES,
  LOOK_BACK_DAYS_MAX,
  type ExcludedStates,
  type SampleExclusion,
} from '@desk/schema/exclusions/exclusion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { ExcludedProjects, type ListedProject } from '#kit/exclusions/excluded-projects.tsx'
import { Button } from '#ui/button.tsx'
import { integerText } from '#ui/format/figures.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './sources.module.css'

const STATE_WORDS: Readonly<Record<ExcludedStates, string>> = {
  completes: 'Completes',
  entrants: 'Whoever entered',
}
const STATE_OPTIONS = EXCLUDED_STATES.map(id => ({ id, label: STATE_WORDS[id] }))
const SEARCH_LIMIT = 20

export interface SampleExclusionEditorProps {
  readonly projectId: number
  readonly exclusion: SampleExclusion
  readonly onReadAgain: () => void
}

/** Chooses whose people a source keeps out, from when, and says how many they are. */
export function SampleExclusionEditor({ projectId, exclusion, onReadAgain }: SampleExclusionEditorProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const stored = listed(exclusion)
  const [projects, setProjects] = useState(stored)
  const [states, setStates] = useState(exclusion.states)
  const [days, setDays] = useState(String(exclusion.look_back_days))
  const { stmid, version } = exclusion
  const save = useMutation({
    mutationFn: () =>
      desk.api.call('exclusions.excludeSample', {
        params: { id: stmid },
        headers: {},
        payload: {
          projects: projects.map(({ pm_proj_ud: id }) => id),
          states,
          look_back_days: Number(days),
          version,
        },
      }),
    onSuccess: async saved => {
      queries.setQueryData(desk.query('exclusions.ofSource', { params: { id: stmid } }).queryKey, saved)
      await queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The exclusions are saved' })
    },
  })
  const daysFault =
    /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= LOOK_BACK_DAYS_MAX
      ? undefined
      : `A whole number of days from 1 to ${integerText(LOOK_BACK_DAYS_MAX)}`
  const isChanged =
    idsOf(projects) !== idsOf(stored) || states !== exclusion.states || days !== String(exclusion.look_back_days)
  return (
    <div className={styles['fields']}>
      <p role="status">
        {exclusion.projects.length === 0
          ? 'Nobody is kept out for work in another project.'
          : `Keeps out up to ${integerText(exclusion.kept_out, '0')} people now.`}
      </p>
      <ExcludedProjects
        chosen={projects}
        onChange={setProjects}
        none="No project is excluded."
        searchKey={['project', projectId]}
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
      <CallFailure error={save.error} />
      <div className={styles['buttons']}>
        <Button
          onPress={() => save.mutate()}
          isPending={save.isPending}
          isDisabled={!isChanged || daysFault !== undefined}
        >
          Apply exclusions
        </Button>
        {isStale(save.error) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
      </div>
    </div>
  )
}

const listed = ({ projects }: SampleExclusion): readonly ListedProject[] =>
  projects.map(({ kept_out: people, ...project }) => ({ ...project, note: `${integerText(people, '0')} kept out` }))

const idsOf = (projects: readonly ListedProject[]): string =>
  projects
    .map(({ pm_proj_ud: id }) => id)
    .toSorted((one, other) => one - other)
    .join()
