import { asksToLeave, values as formValues } from '@desk/machines/form/form.selectors'
import { asksToDelete, dialog } from '@desk/machines/user-dialog/user-dialog.selectors'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { focusIn, useDraft, useLeaveGuard } from '#kit/forms/form-hooks.ts'
import { zoneLabelOf } from '#kit/forms/lookup-options.ts'
import { initialValues, viewerOf } from './dialog-facts.ts'
import { useDialogLists, type DialogLists } from './use-dialog-lists.ts'
import { SignIns } from './sign-ins.tsx'
import { UserDialogView } from './user-dialog-view.tsx'
import { formOf, openUserDialog } from './user-dialog-runners.ts'

export interface UserDialogProps {
  /** Whom it edits; null: it makes a new user. */
  readonly uid: number | null
  readonly onClosed: () => void
}

/** The New User and Update User dialog (§2.41): open while mounted; it reports when it is done. */
export default function UserDialog({ uid, onClosed }: UserDialogProps) {
  const me = useUser()
  const lists = useDialogLists(uid)
  useFocusReturn()
  if (me === null) return null
  const title = uid === null ? 'New User' : 'Update User'
  if (lists.isLoaded) return <OpenDialog me={me} lists={lists} onClosed={onClosed} />
  return (
    <Dialog isOpen title={title} onClose={onClosed} footer={<Button onPress={onClosed}>Cancel</Button>}>
      <NotLoaded
        query={{ error: lists.failure, isFetching: lists.isRetrying, refetch: lists.retry }}
        title="The user"
        height="16px"
        lines={6}
      />
    </Dialog>
  )
}

interface OpenDialogProps {
  readonly me: CurrentUser
  readonly lists: Extract<DialogLists, { isLoaded: true }>
  readonly onClosed: () => void
}

function OpenDialog({ me, lists, onClosed }: OpenDialogProps) {
  const desk = useDesk()
  const { passwordPolicy } = useConfig()
  const formId = useId()
  // The user when the dialog opened: a later read must not overwrite typed text.
  const [opened] = useState({
    me,
    account: lists.account,
    user: lists.user,
    present: initialValues(lists.user, lists.account.time_zone),
  })
  const { user } = opened
  const { confirmed, question } = useConfirmation()
  const isNew = user === null
  const [runners] = useState(() =>
    openUserDialog(
      {
        api: desk.api,
        confirmed,
        app: desk.app,
        recorder: desk.recorder,
        policy: passwordPolicy,
        toast: (kind, message) => void showToast({ type: kind, message }),
        refreshUsers: () => {
          void desk.queryClient.invalidateQueries({ queryKey: ['users.list'] })
          void desk.queryClient.invalidateQueries({ queryKey: ['lookups.consultants'] })
        },
        goTo: path => desk.history.push(path),
        focusField: field => focusIn(formId, field),
        zoneName: code => zoneLabelOf(lists.zones, code, Date.now()) ?? String(code),
      },
      isNew,
    ),
  )
  useEffect(() => {
    runners.open(viewerOf(opened.me, opened.account), opened.me, opened.user, opened.account.time_zone)
    return runners.close
  }, [runners, opened])
  const draftText = useDraft(runners.form, { me: opened.me, key: formOf(user), thing: 'user', present: opened.present })
  useLeaveGuard(runners.form)
  useEffect(() => {
    const { unsubscribe } = runners.dialog.subscribe(snapshot => {
      if (snapshot.matches('closed')) onClosed()
    })
    return unsubscribe
  }, [runners, onClosed])

  const present = useSelector(runners.dialog, snapshot => snapshot)
  const shown = dialog(present)
  const form = useSelector(runners.form, snapshot => snapshot)
  const passwords = useSyncExternalStore(runners.passwords.subscribe, runners.passwords.read)
  if (shown === null) return null
  const values = formValues(form)
  return (
    <UserDialogView
      shown={shown}
      form={form}
      formId={formId}
      name={user === null ? '' : `${user.firstname} ${user.lastname}`}
      isGuest={present.context.user?.isGuest === true}
      asksToDelete={asksToDelete(present)}
      asksToLeave={asksToLeave(form)}
      {...(draftText === null ? {} : { draftText })}
      policy={passwordPolicy}
      zones={lists.zones}
      roles={lists.roles}
      isOwn={user?.uid === me.uid}
      question={question}
      {...(user === null || user.uid === me.uid || !may(me, 'manage users')
        ? {}
        : { signIns: <SignIns me={me} user={user} /> })}
      passwords={passwords}
      change={(field, value) => runners.form.send({ type: 'field.changed', field, value })}
      typePassword={(field, text) => {
        runners.passwords.type(field, text)
        runners.form.send({ type: 'secretField.changed', field, isFilled: text !== '' })
      }}
      left={field => {
        // A field that was left unchanged is checked with the whole form.
        const isTouched =
          field in values ? values[field] !== form.context.initial[field] : form.context.filledSecrets.includes(field)
        if (isTouched) runners.form.send({ type: 'field.left', field })
      }}
      on={{
        submit: () => runners.form.send({ type: 'form.submitRequested' }),
        cancel: () => runners.form.send({ type: 'form.leaveRequested', to: null }),
        remove: () => runners.dialog.send({ type: 'user.deleteRequested' }),
        removalConfirmed: () => runners.dialog.send({ type: 'user.deleteConfirmed' }),
        removalDeclined: () => runners.dialog.send({ type: 'user.deleteDeclined' }),
        leaveAnswered: type => runners.form.send({ type }),
        draftAnswered: type => {
          runners.form.send({ type })
          focusIn(formId, 'firstname')
        },
      }}
    />
  )
}

/** Returns the focus: the loading dialog is a separate one, so neither dialog can do that itself. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    },
    [opener],
  )
}
