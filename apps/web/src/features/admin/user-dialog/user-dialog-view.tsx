import { offeredDraft } from '@desk/machines/form/form.selectors'
import type { UserDialog } from '@desk/machines/user-dialog/user-dialog.selectors'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DraftOffered, LeaveQuestion, type DraftAnswer, type LeaveAnswer } from '#kit/forms/form-notices.tsx'
import forms from '#kit/forms/forms.module.css'
import { UserFields, type UserFieldsProps } from './user-fields.tsx'
import styles from './user-dialog.module.css'

export interface UserDialogViewProps extends UserFieldsProps {
  readonly formId: string
  /** The name of the user that it edits or deletes. */
  readonly name: string
  readonly isGuest: boolean
  readonly asksToDelete: boolean
  readonly asksToLeave: boolean
  /** Confirms changes of how a user signs in. */
  readonly question?: React.ReactNode
  /** The user's sign-ins, below the fields. */
  readonly signIns?: React.ReactNode
  /** The form's text about an offered draft. */
  readonly draftText?: string
  readonly on: {
    readonly submit: () => void
    readonly cancel: () => void
    readonly remove: () => void
    readonly removalConfirmed: () => void
    readonly removalDeclined: () => void
    readonly leaveAnswered: (answer: LeaveAnswer) => void
    readonly draftAnswered: (answer: DraftAnswer) => void
  }
}

function Problem({ error, hint }: Pick<UserDialog, 'error' | 'hint'>) {
  return error === null ? null : (
    <div className={forms['problem']} role="alert">
      <strong>{error}</strong>
      {hint === null ? null : <p>{hint}</p>}
    </div>
  )
}

/** The New User and Update User dialog (§2.41) in the state of its machines, with its own confirm dialogs. */
export function UserDialogView({
  formId,
  name,
  isGuest,
  asksToDelete,
  asksToLeave,
  question = null,
  signIns = null,
  draftText = 'You have unsaved changes.',
  on,
  ...fields
}: UserDialogViewProps) {
  const { shown, form } = fields
  const offersDraft = !shown.isReadOnly && form.matches({ open: 'pristine' }) && offeredDraft(form) !== null
  return (
    <>
      <Dialog
        isOpen
        title={shown.title}
        onClose={on.cancel}
        isLocked={shown.isBusy}
        footer={
          <>
            {shown.canDelete ? (
              <span className={forms['start']}>
                <Button variant="danger" onPress={on.remove} isDisabled={shown.isBusy}>
                  Delete
                </Button>
              </span>
            ) : null}
            <Button onPress={on.cancel} isDisabled={shown.isBusy}>
              Cancel
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              isDisabled={shown.isReadOnly || shown.isDeleting}
              isPending={shown.isBusy && !shown.isDeleting}
            >
              Save
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className={forms['form']}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (!shown.isReadOnly) on.submit()
          }}
        >
          <Problem error={shown.error} hint={shown.hint} />
          {shown.isReadOnly ? (
            <p className={styles['info']}>
              {isGuest
                ? 'A guest here, at home in another account: only a super admin can change this user.'
                : 'Only a super admin can change a super admin.'}
            </p>
          ) : null}
          {offersDraft ? <DraftOffered text={draftText} onAnswer={on.draftAnswered} /> : null}
          <UserFields {...fields} />
        </form>
        {signIns}
      </Dialog>
      <ConfirmDialog
        isOpen={asksToDelete || shown.isDeleting}
        tone="danger"
        isPending={shown.isDeleting}
        onConfirm={on.removalConfirmed}
        onCancel={on.removalDeclined}
      >
        <p>
          <strong>{name}</strong> will be deleted: signed out at once, and unable to sign in again. The history keeps
          their name.
        </p>
      </ConfirmDialog>
      {question}
      <LeaveQuestion isOpen={asksToLeave} onAnswer={on.leaveAnswered} />
    </>
  )
}
