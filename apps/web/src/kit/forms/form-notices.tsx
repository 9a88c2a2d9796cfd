import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DISCARD_CHANGES } from '#ui/confirm-texts.ts'
import type { AskedWarnings } from './form-runner.ts'
import styles from './forms.module.css'

export type DraftAnswer = 'form.draftTaken' | 'form.draftDeclined'

/** Offers earlier unsaved values again. */
export function DraftOffered({
  text,
  onAnswer,
}: {
  readonly text: string | null
  readonly onAnswer: (answer: DraftAnswer) => void
}) {
  return (
    <div className={styles['draft']} role="status">
      <p>{text}</p>
      <Button size="small" onPress={() => onAnswer('form.draftTaken')}>
        Restore
      </Button>
      <Button size="small" variant="ghost" onPress={() => onAnswer('form.draftDeclined')}>
        Discard
      </Button>
    </div>
  )
}

export type LeaveAnswer = 'form.leaveConfirmed' | 'form.leaveDeclined'

/** Asks before the user leaves unsaved changes. */
export function LeaveQuestion({
  isOpen,
  onAnswer,
}: {
  readonly isOpen: boolean
  readonly onAnswer: (answer: LeaveAnswer) => void
}) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      {...DISCARD_CHANGES}
      onConfirm={() => onAnswer('form.leaveConfirmed')}
      onCancel={() => onAnswer('form.leaveDeclined')}
    >
      <p>Your changes are not saved.</p>
    </ConfirmDialog>
  )
}

/** Lists the warnings once more, before the save. */
export function WarningQuestion({ warnings, answer }: AskedWarnings) {
  return (
    <ConfirmDialog
      isOpen
      title="Save with these warnings?"
      confirmLabel="Save anyway"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <ul className={styles['warnings']}>
        {warnings.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
