import { accepted, conflict, dialog, refusal, type StatusDialog } from '@desk/machines/status-change/status-change.selectors'
import { BLOCK_REASONS, STATUS_CODES, STATUS_LABELS, type StatusScope } from '@desk/schema/statuses/status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { desk } from '../../runtime/desk.ts'
import { newCommandId, sendStatusChange, useStatusChange } from '../../runtime/hooks/use-status-change.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dateTimeText } from '../../ui/format/times.ts'
import { announce } from '../../ui/live-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LIVE_TABLE } from '../tables/use-live-table.ts'
import { useZone } from '../zones/use-zone.ts'
import { reasonWords, whoWords } from './status-words.ts'
import styles from './status-change-dialogs.module.css'

const MOST_NOTE_CHARACTERS = 1000

/**
 * The dialogs of a status change (§4.3), wherever on the page it was asked for.
 * @param onChanged reads again what the screen shows besides its tables
 */
export default function StatusChangeDialogs({ onChanged }: { onChanged: () => void }) {
  useEffectsWhenMissing()
  useAcceptedToast(onChanged)
  useReadAgainOnConflict(onChanged)
  return (
    <>
      <Confirmation />
      <Conflict />
      <Refusal />
    </>
  )
}

function Confirmation() {
  const shown = useStatusChange(dialog)
  const isStopping = useStatusChange((snapshot) => snapshot.context.change?.from === STATUS_CODES.live)
  // Not known to a view that does not have the figure.
  const isNobodyInProgress = useStatusChange((snapshot) => snapshot.context.effects?.inflight === 0)
  if (shown === null) return null
  return (
    <ConfirmDialog
      isOpen
      title={shown.title}
      confirmLabel={shown.confirmLabel}
      tone={isStopping ? 'danger' : 'neutral'}
      isPending={shown.isSending}
      onConfirm={() => sendStatusChange({ type: 'status.confirmed', commandId: newCommandId() })}
      onCancel={() => sendStatusChange({ type: 'status.confirmationRejected' })}
    >
      <div className={styles['body']}>
        <p className={styles['name']}>{shown.objectName}</p>
        <p>{shown.text}</p>
        {shown.trafficNote === null ? null : <p className={styles['traffic']}>{shown.trafficNote}</p>}
        <Effects notes={shown.effectNotes} saysNobody={isStopping && isNobodyInProgress} />
        <TextField
          label="Note (optional)"
          description="Stands in the status history."
          rows={2}
          maxLength={MOST_NOTE_CHARACTERS}
          value={shown.note}
          onChange={(note) => sendStatusChange({ type: 'status.noteChanged', note })}
          isDisabled={shown.isSending}
        />
      </div>
    </ConfirmDialog>
  )
}

function Effects({ notes, saysNobody }: { notes: StatusDialog['effectNotes']; saysNobody: boolean }) {
  if (notes === null) return <Skeleton label="Reading what it will stop" height="20px" />
  if (notes.length === 0) return saysNobody ? <p className={styles['effect']}>Nobody is in progress.</p> : null
  return (
    <ul className={styles['effects']}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function Conflict() {
  const shown = useStatusChange(conflict)
  const change = useStatusChange((snapshot) => snapshot.context.change)
  return shown === null || change === null ? null : <ConflictDialog found={shown} scope={change.scope} id={change.id} />
}

interface ConflictDialogProps {
  found: NonNullable<ReturnType<typeof conflict>>
  scope: StatusScope
  id: number
}

/** Who changed the status meanwhile, when and why; and whether what was wanted can still be done from there. */
function ConflictDialog({ found, scope, id }: ConflictDialogProps) {
  const zone = useZone()
  const { data: options } = useQuery({ ...desk.query('statuses.options', { params: { scope, id } }), staleTime: 0, gcTime: 0 })
  const now = STATUS_LABELS[found.status]
  const wanted = STATUS_LABELS[found.wanted]
  const why = reasonWords(found.reason)
  const verdict = options?.allowed.find(({ to }) => to === found.wanted)
  const blocked = verdict?.allowed === false ? BLOCK_REASONS[verdict.reason ?? 'not_a_transition'] : null
  const dismiss = () => sendStatusChange({ type: 'status.dismissed' })
  const outcome = found.isThereAlready
    ? 'It has the status that you asked for: there is nothing left to do.'
    : blocked === null
      ? `Your change to ${wanted} was not made. You can go on from ${now}.`
      : `Your change to ${wanted} was not made, and cannot be made from ${now}: ${blocked}`
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title="The status was changed meanwhile"
      onClose={dismiss}
      footer={
        found.isThereAlready || blocked !== null ? (
          <Button variant="primary" onPress={dismiss}>
            Ok
          </Button>
        ) : (
          <>
            <Button onPress={dismiss}>Leave it as {now}</Button>
            <Button variant="primary" onPress={() => sendStatusChange({ type: 'status.retryRequested' })}>
              Go on to {wanted}
            </Button>
          </>
        )
      }
    >
      <div className={styles['body']}>
        <p>
          <strong>{found.objectName}</strong> is now <strong>{now}</strong>.
        </p>
        <p>
          Changed by {whoWords(found.changedBy)} on {dateTimeText(Date.parse(found.changedAt), zone.name)} {zone.label}
          {why === undefined ? '' : `; reason: ${why}`}.
        </p>
        <p>{outcome}</p>
      </div>
    </Dialog>
  )
}

function Refusal() {
  const shown = useStatusChange(refusal)
  const name = useStatusChange((snapshot) => snapshot.context.change?.name ?? '')
  if (shown === null) return null
  const dismiss = () => sendStatusChange({ type: 'status.dismissed' })
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title="The status was not changed"
      onClose={dismiss}
      footer={
        <>
          <Button onPress={dismiss}>Close</Button>
          <Button variant="primary" onPress={() => sendStatusChange({ type: 'status.retryRequested' })}>
            Try again
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p className={styles['name']}>{name}</p>
        <p>{shown.message}</p>
      </div>
    </Dialog>
  )
}

/** Undo, and going on after a conflict, ask for another change than the menu read: what it would touch is read again. */
function useEffectsWhenMissing(): void {
  const change = useStatusChange((snapshot) => (snapshot.context.effects === null && snapshot.matches('confirming') ? snapshot.context.change : null))
  useEffect(() => {
    if (change === null) return
    const reading = new AbortController()
    const { scope, id } = change
    desk.api.call('statuses.options', { params: { scope, id }, signal: reading.signal }).then(
      ({ effects }) => sendStatusChange({ type: 'status.effectsLearned', scope, id, effects }),
      // The confirmation does not depend on it; without an answer it says nothing about the effects.
      () => undefined,
    )
    return () => reading.abort()
  }, [change])
}

/** The change that was told last: a screen that is opened later does not tell it again, and an old Undo does not undo a newer change. */
let toldCommandId: string | null = null

type Accepted = NonNullable<ReturnType<typeof accepted>>

function undo(done: Accepted, commandId: string): void {
  const { scope, id, name, from, to, version } = done
  if (commandId === toldCommandId) sendStatusChange({ type: 'status.undoRequested' })
  else sendStatusChange({ type: 'status.changeRequested', scope, id, name, from: to, to: from, version, effects: null })
}

/** Another's change that came with the answer to ours shows in the tables too, push connection or none. */
function useReadAgainOnConflict(onChanged: () => void): void {
  const queryClient = useQueryClient()
  const foundVersion = useStatusChange((snapshot) => conflict(snapshot)?.version ?? null)
  const readAgain = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  })
  useEffect(() => {
    if (foundVersion !== null) readAgain()
  }, [foundVersion])
}

/** Tells that a change was made, and offers to undo one that can be. */
function useAcceptedToast(onChanged: () => void): void {
  const queryClient = useQueryClient()
  const done = useStatusChange(accepted)
  const commandId = useStatusChange((snapshot) => (snapshot.matches('accepted') ? snapshot.context.commandId : null))
  const tell = useEffectEvent(() => {
    if (done === null || commandId === null || commandId === toldCommandId) return
    toldCommandId = commandId
    const message = `${done.name} is now ${STATUS_LABELS[done.to]}`
    announce(message, 'status')
    void showToast({ type: 'success', message, ...(done.canUndo ? { action: { label: 'Undo', onPress: () => undo(done, commandId) } } : {}) })
    // Without a push connection nothing else would tell the page.
    void queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  })
  useEffect(() => {
    if (commandId !== null) tell()
  }, [commandId])
}
