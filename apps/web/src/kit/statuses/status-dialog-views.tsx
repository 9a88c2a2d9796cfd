import type { conflict, StatusDialog } from '@desk/machines/status-change/status-change.selectors'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { momentText } from '#ui/format/moments.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { reasonWords, whoWords } from './status-words.ts'
import styles from './status-change-dialogs.module.css'

const MOST_NOTE_CHARACTERS = 1000

export interface ConfirmationViewProps {
  shown: StatusDialog
  isStopping: boolean
  isNobodyInProgress: boolean
  onConfirm: () => void
  onCancel: () => void
  onNote: (note: string) => void
}

/** The confirmation of §4.3. */
export function ConfirmationView({
  shown,
  isStopping,
  isNobodyInProgress,
  onConfirm,
  onCancel,
  onNote,
}: ConfirmationViewProps) {
  return (
    <ConfirmDialog
      isOpen
      title={shown.title}
      confirmLabel={shown.confirmLabel}
      tone={isStopping ? 'danger' : 'neutral'}
      isPending={shown.isSending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className={styles['body']}>
        <p className={styles['name']}>{shown.objectName}</p>
        <p>{shown.text}</p>
        {shown.trafficNote === null ? null : <p className={styles['traffic']}>{shown.trafficNote}</p>}
        <Effects notes={shown.effectNotes} saysNobody={isStopping && isNobodyInProgress} />
        <TextField
          label="Note (optional)"
          description="Shown in the status history."
          rows={2}
          maxLength={MOST_NOTE_CHARACTERS}
          value={shown.note}
          onChange={onNote}
          isDisabled={shown.isSending}
        />
      </div>
    </ConfirmDialog>
  )
}

function Effects({ notes, saysNobody }: { notes: StatusDialog['effectNotes']; saysNobody: boolean }) {
  if (notes === null) return <Skeleton label="Reading what it will stop" height="20px" />
  if (notes.length === 0) return saysNobody ? <p className={styles['effect']}>No respondents in progress.</p> : null
  return (
    <ul className={styles['effects']}>
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

export interface ConflictViewProps {
  found: NonNullable<ReturnType<typeof conflict>>
  /** Why the wanted status can no longer be set; null when it can, or is unknown. */
  blocked: string | null
  onDismiss: () => void
  onRetry: () => void
}

/** The user who changed the status in between, when and why, and whether the wanted status can still follow. */
export function ConflictView({ found, blocked, onDismiss, onRetry }: ConflictViewProps) {
  const zone = useZone()
  const now = STATUS_LABELS[found.status]
  const wanted = STATUS_LABELS[found.wanted]
  const why = reasonWords(found.reason)
  const outcome = found.isThereAlready
    ? 'It has the status that you asked for: there is nothing left to do.'
    : blocked === null
      ? `Your change to ${wanted} was not made. You can go on from ${now}.`
      : `Your change to ${wanted} was not made, and cannot be made from ${now}: ${blocked}`
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title="The status has changed in the meantime"
      onClose={onDismiss}
      footer={
        found.isThereAlready || blocked !== null ? (
          <Button variant="primary" onPress={onDismiss}>
            Ok
          </Button>
        ) : (
          <>
            <Button onPress={onDismiss}>Leave it as {now}</Button>
            <Button variant="primary" onPress={onRetry}>
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
          Changed by {whoWords(found.changedBy)} on {momentText(found.changedAt, zone.name)}
          {why === undefined ? '' : `; reason: ${why}`}.
        </p>
        <p>{outcome}</p>
      </div>
    </Dialog>
  )
}

/** Why the platform refused, or that it could not be reached. */
export function RefusalView({
  name,
  message,
  onDismiss,
  onRetry,
}: {
  name: string
  message: string
  onDismiss: () => void
  onRetry: () => void
}) {
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title="The status was not changed"
      onClose={onDismiss}
      footer={
        <>
          <Button onPress={onDismiss}>Close</Button>
          <Button variant="primary" onPress={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p className={styles['name']}>{name}</p>
        <p>{message}</p>
      </div>
    </Dialog>
  )
}
