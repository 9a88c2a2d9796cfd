import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import type { LaunchObject, LaunchPlan } from '@desk/schema/statuses/launch'
import { STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ExpectedFinish } from '#kit/forecasts/expected-finish.tsx'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { showToast } from '#ui/toasts.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  chosenAtFirst,
  eventsText,
  mayStart,
  mendOf,
  missingAbove,
  noteWords,
  objectKey,
  passedChecks,
  type Mend,
} from './launch-words.ts'
import styles from './launch.module.css'

interface LaunchDialogProps {
  readonly subject: { readonly scope: StatusScope; readonly id: number; readonly name: string }
  readonly onClose: () => void
  /** Reads the rest of the screen again. */
  readonly onChanged: () => void
}

/** Launches a project, its surveys and their sources together, all or none (day.md §3, docs/decisions/0099). */
export default function LaunchDialog({ subject, onClose, onChanged }: LaunchDialogProps) {
  const { scope, id, name } = subject
  const queryClient = useQueryClient()
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('statuses.launchPlan', { params: { scope, id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const changed = () => {
    void queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  }
  // a choice holds when the plan is read again, as long as the object may start
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const plan = read.data
  const first = plan === undefined ? new Set<string>() : chosenAtFirst(plan)
  const chosen = (plan?.objects ?? []).filter(
    object => mayStart(object) && (choices.get(objectKey(object)) ?? first.has(objectKey(object))),
  )
  const waiting = plan === undefined ? [] : missingAbove(plan, chosen)
  const act = useAct('statuses.launch', {
    undo: ({ events }, headers) =>
      desk.api.call('statuses.launch', {
        params: { scope, id },
        headers,
        payload: {
          statusid: STATUS_CODES.paused,
          objects: events.map(each => ({ scope: each.scope, id: each.id, version: each.version })),
        },
      }),
    onDone: ({ events }, _request, undo) => {
      void showToast({
        type: 'success',
        message: `${name}: ${eventsText(events)} ${events.length === 1 ? 'is' : 'are'} live`,
        ...(waiting.length === 0 ? {} : { description: waiting.map(waitingWords).join(' ') }),
        // nothing returns to Draft
        ...(events.length === 0 ? {} : { action: { label: 'Pause again', onPress: undo } }),
      })
      changed()
      onClose()
    },
    onUndone: () => {
      void showToast({ type: 'success', message: `${name}: the launch is paused` })
      changed()
    },
    onFailed: (failure, isUndo) => {
      if (isUndo) void showToast({ type: 'error', message: failureMessage(failure) })
      else void read.refetch()
    },
  })
  const send = () =>
    act.send({
      params: { scope, id },
      payload: {
        statusid: STATUS_CODES.live,
        objects: chosen.map(object => ({ scope: object.scope, id: object.id, version: object.version })),
      },
    })
  return (
    <Dialog
      isOpen
      title={`Launch ${name}`}
      onClose={onClose}
      isLocked={act.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={act.isPending}>
            Not yet
          </Button>
          <Button variant="primary" onPress={send} isPending={act.isPending} isDisabled={chosen.length === 0}>
            {chosen.length === 0 ? 'Launch' : `Launch ${chosen.length}`}
          </Button>
        </>
      }
    >
      {plan === undefined ? (
        <NotLoaded query={read} title="The launch" lines={4} />
      ) : (
        <div className={styles['dialog']}>
          <Tree
            plan={plan}
            chosen={chosen}
            onChoose={(object, isChosen) => setChoices(before => new Map(before).set(objectKey(object), isChosen))}
          />
          <Notes plan={plan} chosen={chosen} onLeave={onClose} />
          <CallFailure error={act.failure} />
        </div>
      )}
    </Dialog>
  )
}

/** With more sources the dialog is a list of names. */
const EXPECTED_MAX = 6

const NOUNS: Readonly<Record<StatusScope, string>> = { project: 'Project', survey: 'Survey', source: 'Source' }

interface TreeProps {
  readonly plan: LaunchPlan
  readonly chosen: readonly LaunchObject[]
  readonly onChoose: (object: LaunchObject, isChosen: boolean) => void
}

function Tree({ plan, chosen, onChoose }: TreeProps) {
  if (plan.objects.every(({ statusid }) => statusid === STATUS_CODES.live))
    return <p>{plan.objects.length === 0 ? 'It has ended: nothing of it can start.' : 'Nothing is left to launch.'}</p>
  const sources = plan.objects.filter(({ scope }) => scope === 'source').length
  return (
    <>
      <p className={styles['note']}>These start together. Respondents can enter as soon as you confirm.</p>
      <ul role="list" aria-label="To launch" className={styles['tree']}>
        {inTreeOrder(plan.objects).map(object => (
          <li key={objectKey(object)} data-scope={object.scope}>
            <Checkbox
              isSelected={object.statusid === STATUS_CODES.live || chosen.includes(object)}
              isDisabled={!mayStart(object)}
              onChange={isChosen => onChoose(object, isChosen)}
            >
              {NOUNS[object.scope]} <strong>{object.name}</strong>
            </Checkbox>
            <Steps object={object} />
            {sources <= EXPECTED_MAX && object.scope === 'source' && mayStart(object) ? (
              <ExpectedFinish place={{ scope: 'source', id: object.id }} />
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Each survey is followed by its sources. */
const inTreeOrder = (objects: readonly LaunchObject[]): readonly LaunchObject[] =>
  objects
    .filter(({ scope }) => scope !== 'source')
    .flatMap(object => [
      object,
      ...(object.scope === 'survey'
        ? objects.filter(({ scope, pm_sy_ud }) => scope === 'source' && pm_sy_ud === object.id)
        : []),
    ])

function Steps({ object: { statusid } }: { readonly object: LaunchObject }) {
  return (
    <span className={styles['steps']}>
      <StatusPill colourKey={statusColourKey(statusid, null)} />
      {statusid === STATUS_CODES.live ? null : (
        <>
          <span aria-hidden>→</span>
          <VisuallyHidden>to</VisuallyHidden>
          <StatusPill colourKey={statusColourKey(STATUS_CODES.live, null)} />
        </>
      )}
    </span>
  )
}

const waitingWords = ({ scope, name }: LaunchObject): string => `No traffic yet: the ${scope} ${name} does not start.`

interface NotesProps extends Pick<TreeProps, 'plan' | 'chosen'> {
  /** A link leads away. */
  readonly onLeave: () => void
}

function Notes({ plan, chosen, onLeave }: NotesProps) {
  const { objects, live_sources: live, left_out: leftOut } = plan
  const blocked = objects.flatMap(object => object.blocks.map(reason => ({ object, reason })))
  const notes = chosen.flatMap(object => object.notes.map(note => ({ object, said: noteWords(plan, object, note) })))
  const above = missingAbove(plan, chosen)
  const startsAbove = chosen.some(({ scope }) => scope !== 'source')
  const passed = passedChecks(chosen)
  return (
    <ul role="list" aria-label="Checks" className={styles['checks']}>
      {passed === '' ? null : <Check tone="good">{passed}</Check>}
      {blocked.map(({ object, reason }) => (
        <Check key={`${objectKey(object)} ${reason}`} tone="bad" mend={mendOf(plan, object, reason)} onLeave={onLeave}>
          {`${object.name} cannot start: ${BLOCK_REASONS[reason]}`}
        </Check>
      ))}
      {notes.map(({ object, said: [words, mend] }) => (
        <Check key={`${objectKey(object)} ${words}`} tone="note" mend={mend} onLeave={onLeave}>
          {`${object.name}: ${words}`}
        </Check>
      ))}
      {above.map(object => (
        <Check key={`above ${objectKey(object)}`} tone="note">
          {waitingWords(object)}
        </Check>
      ))}
      {live > 0 && startsAbove ? (
        <Check tone="note">{`${live === 1 ? '1 source is' : `${live} sources are`} live already, and may start to take respondents.`}</Check>
      ) : null}
      {leftOut > 0 ? (
        <Check tone="note">{`${leftOut} more are not listed. Launch them survey by survey.`}</Check>
      ) : null}
    </ul>
  )
}

const MARKS = { good: '✓', bad: '✕', note: '!' } as const

interface CheckProps {
  readonly tone: keyof typeof MARKS
  readonly mend?: Mend
  readonly onLeave?: () => void
  readonly children: string
}

function Check({ tone, mend, onLeave, children }: CheckProps) {
  return (
    <li className={styles['check']} data-tone={tone}>
      <span aria-hidden>{MARKS[tone]}</span>
      <span>
        {children}{' '}
        {mend === undefined ? null : (
          <a href={mend.href} onClick={onLeave}>
            {mend.label}
          </a>
        )}
      </span>
    </li>
  )
}
