import type { ActQuestion } from '@desk/machines/act/act.events'
import * as selectors from '@desk/machines/act/act.selectors'
import { useSelector } from '@xstate/react'
import { useEffect, useState, type ReactNode } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { openAct, type ActPlan } from '#runtime/acts/open-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { EndpointKey } from '#runtime/api/endpoints.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'

export interface ConfirmActProps<K extends EndpointKey> extends ActPlan<K> {
  readonly question: ActQuestion
  /** The toast after it; with `undo`, the toast offers it. */
  readonly doneText?: string
  /** The toast after the undo. */
  readonly undoneText?: string
  /** The question closed: the act is done, or the user cancelled it. */
  readonly onClosed: () => void
  /** Under the question's lines; the replay draws the lines alone. */
  readonly children?: ReactNode
  /** Draws a refusal in place of the question; null: the question shows its message. */
  readonly refusal?: (failure: unknown) => ReactNode
}

/** Asks, and acts once the user confirms. It is open as long as it is mounted, and the journal holds its words. */
export function ConfirmAct<K extends EndpointKey>({
  doneText,
  undoneText,
  onClosed,
  children,
  refusal,
  ...plan
}: ConfirmActProps<K>) {
  const desk = useDesk()
  const [act] = useState(() =>
    openAct(desk, {
      ...plan,
      onDone: (answer, undo) => {
        if (doneText !== undefined)
          void showToast({
            type: 'success',
            message: doneText,
            ...(plan.undo === undefined ? {} : { action: { label: 'Undo', onPress: undo } }),
          })
        plan.onDone?.(answer, undo)
        onClosed()
      },
      onUndone: () => {
        if (undoneText !== undefined) void showToast({ type: 'success', message: undoneText })
        plan.onUndone?.()
      },
      onFailed: (failure, isUndo) => {
        // the question is closed by then
        if (isUndo) void showToast({ type: 'error', message: failureMessage(failure) })
        plan.onFailed?.(failure, isUndo)
      },
    }),
  )
  const dialog = useSelector(act.runner, selectors.dialog)
  const isBusy = useSelector(act.runner, selectors.isBusy)
  const failure = useSelector(act.runner, () => act.failure())
  useEffect(() => act.dismiss, [act])
  if (dialog === null) return null
  return (
    refusal?.(failure) ?? (
      <ConfirmDialog
        isOpen
        title={dialog.title}
        confirmLabel={dialog.confirmLabel}
        tone={dialog.tone}
        isPending={isBusy}
        onConfirm={() => act.confirm(plan.request)}
        onCancel={onClosed}
      >
        {dialog.lines.map(line => (
          <p key={line}>{line}</p>
        ))}
        {children}
        <CallFailure error={failure} />
      </ConfirmDialog>
    )
  )
}
