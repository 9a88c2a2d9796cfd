import { effectiveLabel } from '@desk/schema/statuses/held-by'
import { STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { accepted, conflict, dialog, refusal } from '@desk/machines/status-change/status-change.selectors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { newCommandId, useStatusChange, useStatusChanges } from '#runtime/hooks/use-status-change.ts'
import type { StatusChanges } from '#runtime/statuses/status-changes.ts'
import { announce } from '#ui/live-region.tsx'
import { showToast } from '#ui/toasts.ts'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { ConfirmationView, ConflictView, RefusalView } from './status-dialog-views.tsx'

/**
 * The dialogs of a status change (§4.3), requested anywhere on the page.
 * @param onChanged refreshes the screen's data beside its tables
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
  const { send } = useStatusChanges().change
  const shown = useStatusChange(dialog)
  const isStopping = useStatusChange(snapshot => snapshot.context.change?.from === STATUS_CODES.live)
  // Not known to a view that does not have the figure.
  const isNobodyInProgress = useStatusChange(snapshot => snapshot.context.effects?.inflight === 0)
  if (shown === null) return null
  return (
    <ConfirmationView
      shown={shown}
      isStopping={isStopping}
      isNobodyInProgress={isNobodyInProgress}
      onConfirm={() => send({ type: 'status.confirmed', commandId: newCommandId() })}
      onCancel={() => send({ type: 'status.confirmationRejected' })}
      onNote={note => send({ type: 'status.noteChanged', note })}
    />
  )
}

/** The user's choice after a conflict or a refusal. */
function useAnswers() {
  const { send } = useStatusChanges().change
  return {
    onDismiss: () => send({ type: 'status.dismissed' }),
    onRetry: () => send({ type: 'status.retryRequested' }),
  }
}

function Conflict() {
  const shown = useStatusChange(conflict)
  const change = useStatusChange(snapshot => snapshot.context.change)
  return shown === null || change === null ? null : <JudgedConflict found={shown} scope={change.scope} id={change.id} />
}

interface JudgedConflictProps {
  found: NonNullable<ReturnType<typeof conflict>>
  scope: StatusScope
  id: number
}

/** Whether the wanted status can still follow the other user's status. */
function JudgedConflict({ found, scope, id }: JudgedConflictProps) {
  const answers = useAnswers()
  const desk = useDesk()
  const { data: options } = useQuery({
    ...desk.query('statuses.options', { params: { scope, id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const verdict = options?.allowed.find(({ to }) => to === found.wanted)
  const blocked = verdict?.allowed === false ? BLOCK_REASONS[verdict.reason ?? 'not_a_transition'] : null
  return <ConflictView found={found} blocked={blocked} {...answers} />
}

function Refusal() {
  const answers = useAnswers()
  const shown = useStatusChange(refusal)
  const name = useStatusChange(snapshot => snapshot.context.change?.name ?? '')
  return shown === null ? null : <RefusalView name={name} message={shown.message} {...answers} />
}

/** Undo, and continuing after a conflict, request another change than the menu's: its effects are read again. */
function useEffectsWhenMissing(): void {
  const { api } = useDesk()
  const { send } = useStatusChanges().change
  const change = useStatusChange(snapshot =>
    snapshot.context.effects === null && snapshot.matches('confirming') ? snapshot.context.change : null,
  )
  useEffect(() => {
    if (change === null) return
    const reading = new AbortController()
    const { scope, id } = change
    api.call('statuses.options', { params: { scope, id }, signal: reading.signal }).then(
      ({ effects }) => send({ type: 'status.effectsLearned', scope, id, effects }),
      // The confirmation does not depend on it; without an answer it says nothing about the effects.
      () => undefined,
    )
    return () => reading.abort()
  }, [api, send, change])
}

type Accepted = NonNullable<ReturnType<typeof accepted>>

function undo({ change, lastNotified }: StatusChanges, done: Accepted, commandId: string): void {
  const { scope, id, name, from, to, version } = done
  if (commandId === lastNotified()) change.send({ type: 'status.undoRequested' })
  else change.send({ type: 'status.changeRequested', scope, id, name, from: to, to: from, version, effects: null })
}

/** Another user's change in our answer also shows in the tables, even without a push connection. */
function useReadAgainOnConflict(onChanged: () => void): void {
  const queryClient = useQueryClient()
  const foundVersion = useStatusChange(snapshot => conflict(snapshot)?.version ?? null)
  const readAgain = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  })
  useEffect(() => {
    if (foundVersion !== null) readAgain()
  }, [foundVersion])
}

/** Announces a change, with Undo if possible. */
function useAcceptedToast(onChanged: () => void): void {
  const queryClient = useQueryClient()
  const changes = useStatusChanges()
  const done = useStatusChange(accepted)
  const commandId = useStatusChange(snapshot => (snapshot.matches('accepted') ? snapshot.context.commandId : null))
  const heldBy = useStatusChange(snapshot => snapshot.context.effects?.held_by?.[0] ?? null)
  const tell = useEffectEvent(() => {
    if (done === null || commandId === null || commandId === changes.lastNotified()) return
    changes.setNotified(commandId)
    const message = `${done.name} is now ${effectiveLabel(done.to, done.to === STATUS_CODES.live ? heldBy : null)}`
    announce(message, 'status')
    void showToast({
      type: 'success',
      message,
      ...(done.canUndo ? { action: { label: 'Undo', onPress: () => undo(changes, done, commandId) } } : {}),
    })
    // Without a push connection nothing else would tell the page.
    void queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  })
  useEffect(() => {
    if (commandId !== null) tell()
  }, [commandId])
}
