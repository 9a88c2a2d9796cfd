import { keptOut } from '@desk/schema/respondents/door-rules'
import { useQuery } from '@tanstack/react-query'
import { mayCall } from '#runtime/api/may-call.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { FormSection } from '#kit/forms/form-page.tsx'
import { ExcludedSuppliers } from './excluded-suppliers.tsx'
import { SampleExclusionEditor } from './sample-exclusion-editor.tsx'
import styles from './sources.module.css'

export interface ExclusionsProps {
  readonly projectId: number
  readonly surveyId: number
  /** null: the source is not stored yet. */
  readonly sourceId: number | null
}

/**
 * The excluded respondents of the source: people of other projects (api:X2, X3), excluded suppliers (api:X4), and
 * respondents whom its checks refuse (api:U9).
 */
export function Exclusions({ projectId, surveyId, sourceId }: ExclusionsProps) {
  const me = useUser()
  return (
    <FormSection
      title="Exclusions"
      description="Excludes respondents of other projects by RID, device or address. Changes apply from the next respondent."
    >
      <div className={styles['wide']}>
        {sourceId === null ? (
          <p className={styles['note']}>Save the source first; then choose the projects here.</p>
        ) : (
          <StoredExclusion projectId={projectId} sourceId={sourceId} />
        )}
      </div>
      {me !== null && mayCall(me, 'exclusions.ofProject') ? <ExcludedSuppliers projectId={projectId} /> : null}
      <Checks surveyId={surveyId} />
    </FormSection>
  )
}

function StoredExclusion({ projectId, sourceId }: { readonly projectId: number; readonly sourceId: number }) {
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('exclusions.ofSource', { params: { id: sourceId } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { data } = read
  if (data !== undefined)
    return (
      <SampleExclusionEditor
        key={data.version}
        projectId={projectId}
        exclusion={data}
        onReadAgain={() => void read.refetch()}
      />
    )
  return <NotLoaded query={read} title="The exclusions" height="32px" lines={3} />
}

function Checks({ surveyId }: { readonly surveyId: number }) {
  const desk = useDesk()
  const { data, error } = useQuery({
    ...desk.query('sources.defenderSettings', { params: { id: surveyId } }),
    staleTime: 60_000,
  })
  return (
    <div className={styles['wide']}>
      <p className={styles['note']}>The source and the survey also exclude:</p>
      <ul className={styles['rules']}>
        <li>who was in this source before, by the supplier’s own respondent id</li>
        {(data?.rules ?? []).map(({ rule, threshold, window_hours: hours }) => (
          <li key={rule}>
            {keptOut(rule)}
            {threshold === null ? '' : `, more than ${threshold} times`}
            {hours === null ? '' : ` within ${hours} hours`}
          </li>
        ))}
      </ul>
      {data === undefined && error !== null ? (
        <p className={styles['fault']}>The other exclusions did not load: {failureMessage(error)}</p>
      ) : null}
    </div>
  )
}
