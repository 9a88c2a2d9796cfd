import { hasUnsaved, values as formValues } from '@desk/machines/form/form.selectors'
import type { IsKnown } from '@desk/schema/sources/quota-faults'
import type { Source } from '@desk/schema/sources/source'
import { hasEnded, STATUS_CODES } from '@desk/schema/statuses/status'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { focusIn } from '#kit/forms/form-hooks.ts'
import { zoneNameOf } from '#kit/forms/lookup-options.ts'
import { instantOf } from '#kit/forms/wall-times.ts'
import { AutoPaused } from '#kit/launch/auto-paused.tsx'
import { LaunchLine, LaunchList } from '#kit/launch/launch-list.tsx'
import { openLaunch } from '#kit/statuses/overlay-subjects.ts'
import { autoPausedTitle } from '#kit/statuses/status-words.ts'
import { launchWarnings, newLaunchWarnings } from './launch-notes.ts'
import type { QuotaSheetHandle } from './quotas/quota-sheet.tsx'
import {
  launchProblems,
  quotaNotesIn,
  quotaProblemsIn,
  trafficNotes,
  type LaunchContext,
  type LaunchProblem,
  type Way,
} from './launch-problems.ts'
import type { SourceLists } from './source-lists.ts'
import styles from './sources.module.css'

/** The most problems to list; the rest is a number. */
const SHOWN = 12

export interface LaunchPanelProps {
  context: LaunchContext
  /** The stored source; null: a new one. */
  stored: Pick<Source, 'stmid' | 'name' | 'status_reason'> | null
  /** The known qualifications and answers, as far as the server gave them. */
  isKnown: IsKnown
  lists: SourceLists
  /** The time to compare out-of-field dates with. */
  nowMs: number
  sheet?: React.RefObject<QuotaSheetHandle | null>
  /** The field to focus, from a link of a launch; null: none. */
  focused: string | null
}

/** The obstacles to the launch of the form's present values, each with a link to its field. */
export function LaunchPanel({ context, stored, isKnown, lists, nowMs, sheet, focused }: LaunchPanelProps) {
  const { id, form } = useOpenForm()
  useEffect(() => {
    if (focused !== null) focusIn(id, focused)
  }, [id, focused])
  // render typed text first
  const values = useDeferredValue(useSelector(form, formValues))
  const date = values['out_of_field_date']
  const own =
    typeof date === 'string' && date !== ''
      ? instantOf(date, zoneNameOf(lists.zones, values['out_of_field_time_zone_code']))
      : null
  const { respondents = null, qualifications = null, quota_groups = null } = values
  const quotas = useMemo(
    () => quotaProblemsIn({ respondents, qualifications, quota_groups }, isKnown),
    [respondents, qualifications, quota_groups, isKnown],
  )
  const short = useMemo(
    () => quotaNotesIn({ respondents, qualifications, quota_groups }),
    [respondents, qualifications, quota_groups],
  )
  const problems = launchProblems(values, quotas, context, own, nowMs)
  const status = context.source?.statusid
  const desk = useDesk()
  const { data: options } = useQuery({
    ...desk.query('statuses.options', { params: { scope: 'source', id: stored?.stmid ?? 0 } }),
    enabled: stored !== null && status !== STATUS_CODES.live && !hasEnded(status),
    staleTime: 0,
  })
  const warnings =
    stored === null ? newLaunchWarnings(values, lists.suppliers) : options === undefined ? [] : launchWarnings(options)
  // a live source has been judged
  const notes = [...trafficNotes(context), ...warnings, ...(status === STATUS_CODES.live ? [] : short)]
  // an ended source needs no checklist; for a live one only the objects above matter
  if (status === STATUS_CODES.cancelled || (status === STATUS_CODES.live && notes.length === 0)) return null
  const go = ({ field, path }: Extract<Way, { kind: 'field' }>) => {
    if (field === 'quota_groups' && path.length > 0) sheet?.current?.reveal(path)
    else focusIn(id, field)
  }
  const paused = status === STATUS_CODES.autoPaused ? stored : null
  const title =
    paused !== null
      ? autoPausedTitle(paused.status_reason)
      : problems.length > 0
        ? `To do before launch: ${problems.length}`
        : status === STATUS_CODES.live
          ? 'It is launched, and takes no respondents yet'
          : 'Ready to launch'
  return (
    <LaunchList
      id="source-launch"
      title={title}
      isClear={problems.length === 0 && notes.length === 0 && paused === null}
    >
      {paused === null ? null : (
        <AutoPaused
          of={{ scope: 'source', id: paused.stmid, name: paused.name }}
          reason={paused.status_reason}
          onMend={field => focusIn(id, field)}
        />
      )}
      <Lines label={title} problems={problems.slice(0, SHOWN)} onGo={go} />
      {problems.length > SHOWN ? <p className={styles['note']}>And {problems.length - SHOWN} more.</p> : null}
      <Lines label="Before you launch" problems={notes} onGo={go} areNotes />
      {stored === null ? null : <LaunchTogether stored={stored} context={context} />}
    </LaunchList>
  )
}

/** Starts the stored source together with its survey and project (docs/decisions/0099). */
function LaunchTogether({
  stored: { stmid: id, name },
  context: { source, survey, project },
}: {
  readonly stored: NonNullable<LaunchPanelProps['stored']>
  readonly context: LaunchContext
}) {
  const { form } = useOpenForm()
  const isChanged = useSelector(form, hasUnsaved)
  const all = [source?.statusid, survey.statusid, project.statusid]
  if (all.some(hasEnded) || all.every(status => status === STATUS_CODES.live)) return null
  return (
    <div>
      <Button size="small" isDisabled={isChanged} onPress={() => openLaunch({ scope: 'source', id, name })}>
        Launch…
      </Button>
      {isChanged ? <span className={styles['note']}> Save first: a launch starts the stored source.</span> : null}
    </div>
  )
}

const keyOf = ({ words, way }: LaunchProblem): string =>
  `${way?.kind === 'field' ? [way.field, ...way.path].join('_') : ''} ${words}`

interface LinesProps {
  readonly label: string
  readonly problems: readonly LaunchProblem[]
  readonly onGo: (way: Extract<Way, { kind: 'field' }>) => void
  readonly areNotes?: boolean
}

function Lines({ label, problems, onGo, areNotes = false }: LinesProps) {
  if (problems.length === 0) return null
  return (
    <ul role="list" aria-label={label}>
      {problems.map(problem => (
        <LaunchLine key={keyOf(problem)} words={problem.words} isNote={areNotes}>
          {problem.way === null ? null : <WayButton way={problem.way} onGo={onGo} />}
        </LaunchLine>
      ))}
    </ul>
  )
}

function WayButton({
  way,
  onGo,
}: {
  readonly way: Way
  readonly onGo: (way: Extract<Way, { kind: 'field' }>) => void
}) {
  if (way.kind === 'page') {
    return (
      <a className={buttonClass('secondary', 'small')} href={`#${way.path}`}>
        Go to {way.label}
      </a>
    )
  }
  return (
    <Button size="small" onPress={() => onGo(way)}>
      Go to {way.label}
    </Button>
  )
}
