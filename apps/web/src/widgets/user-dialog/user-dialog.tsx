import { asksToLeave, hasUnsaved, values as formValues } from '@desk/machines/form/form.selectors'
import { user as signedInUser } from '@desk/machines/session/session.selectors'
import { asksToDelete, dialog } from '@desk/machines/user-dialog/user-dialog.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { User } from '@desk/schema/users/user'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { failureMessage, ApiError } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useConfig } from '../../runtime/hooks/use-config.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useZone } from '../zones/use-zone.ts'
import { initialValues, viewerOf } from './dialog-facts.ts'
import { draftWords, offerOf, type DraftOffer } from './draft-offer.ts'
import { useDialogLists, type DialogLists } from './use-dialog-lists.ts'
import { UserDialogView } from './user-dialog-view.tsx'
import { formOf, openUserDialog, type UserDialogRunners } from './user-dialog-runners.ts'

export interface UserDialogProps {
  /** Whom it edits; null: it makes a new user. */
  readonly uid: number | null
  readonly onClosed: () => void
}

/** The New User and Update User dialog (§2.41): it stands while it is mounted, and says when it is done. */
export default function UserDialog({ uid, onClosed }: UserDialogProps) {
  const me = useUser()
  const lists = useDialogLists(uid)
  useFocusReturn()
  if (me === null) return null
  const title = uid === null ? 'New User' : 'Update User'
  if (lists.isLoaded) return <OpenDialog me={me} lists={lists} onClosed={onClosed} />
  return (
    <Dialog isOpen title={title} onClose={onClosed} footer={<Button onPress={onClosed}>Cancel</Button>}>
      {lists.failure === null ? (
        <Skeleton label="Loading the user" lines={6} />
      ) : (
        <ErrorState title="The user did not load" requestId={lists.failure instanceof ApiError ? (lists.failure.requestId ?? undefined) : undefined} onRetry={lists.retry} isRetrying={lists.isRetrying}>
          {failureMessage(lists.failure)}
        </ErrorState>
      )}
    </Dialog>
  )
}

interface OpenDialogProps {
  readonly me: CurrentUser
  readonly lists: Extract<DialogLists, { isLoaded: true }>
  readonly onClosed: () => void
}

function OpenDialog({ me, lists, onClosed }: OpenDialogProps) {
  const { passwordPolicy } = useConfig()
  const formId = useId()
  // As it was when the dialog was opened: what is read again meanwhile must not take what was typed away.
  const [opened] = useState({ me, account: lists.account, user: lists.user })
  const { user } = opened
  const isNew = user === null
  const [runners] = useState(() =>
    openUserDialog(
      {
        api: desk.api,
        recorder: desk.recorder,
        policy: passwordPolicy,
        toast: (kind, message) => void showToast({ type: kind, message }),
        refreshUsers: () => {
          void desk.queryClient.invalidateQueries({ queryKey: ['users.list'] })
          void desk.queryClient.invalidateQueries({ queryKey: ['lookups.consultants'] })
        },
        recheckSession: () => desk.session.send({ type: 'session.recheckRequested' }),
        goTo: (path) => desk.history.push(path),
        focusField: (field) => focusIn(formId, field),
        zoneName: (code) => lists.zones.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? String(code),
      },
      isNew,
    ),
  )
  useEffect(() => {
    runners.open(viewerOf(opened.me, opened.account), opened.me, opened.user)
    return runners.close
  }, [runners, opened])
  const draftText = useDraft(runners, opened)
  useEndOfSession(runners, opened.me)
  useLeaveGuard(runners)
  useEffect(() => {
    const { unsubscribe } = runners.dialog.subscribe((snapshot) => {
      if (snapshot.matches('closed')) onClosed()
    })
    return unsubscribe
  }, [runners, onClosed])

  const present = useSelector(runners.dialog, (snapshot) => snapshot)
  const shown = dialog(present)
  const form = useSelector(runners.form, (snapshot) => snapshot)
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
      passwords={passwords}
      change={(field, value) => runners.form.send({ type: 'field.changed', field, value })}
      typePassword={(field, text) => {
        runners.passwords.type(field, text)
        runners.form.send({ type: 'secretField.changed', field, isFilled: text !== '' })
      }}
      left={(field) => {
        // A field that was only passed through is judged with the whole form.
        const isTouched = field in values ? values[field] !== form.context.initial[field] : form.context.filledSecrets.includes(field)
        if (isTouched) runners.form.send({ type: 'field.left', field })
      }}
      on={{
        submit: () => runners.form.send({ type: 'form.submitRequested' }),
        cancel: () => runners.form.send({ type: 'form.leaveRequested', to: null }),
        remove: () => runners.dialog.send({ type: 'user.deleteRequested' }),
        removalConfirmed: () => runners.dialog.send({ type: 'user.deleteConfirmed' }),
        removalDeclined: () => runners.dialog.send({ type: 'user.deleteDeclined' }),
        leaveConfirmed: () => runners.form.send({ type: 'form.leaveConfirmed' }),
        leaveDeclined: () => runners.form.send({ type: 'form.leaveDeclined' }),
        draftTaken: () => {
          runners.form.send({ type: 'form.draftTaken' })
          focusIn(formId, 'firstname')
        },
        draftDeclined: () => {
          runners.form.send({ type: 'form.draftDeclined' })
          focusIn(formId, 'firstname')
        },
      }}
    />
  )
}

/** What had the focus gets it back: the dialog that stands while it loads is another one, so neither of the two can see to it. */
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

/** Looks for what this user typed here before and did not save, and has the form offer it. Gives what is said of it. */
function useDraft(runners: UserDialogRunners, { me, user }: { readonly me: CurrentUser; readonly user: User | null }): string | null {
  const { name: zone } = useZone()
  const [offer, setOffer] = useState<DraftOffer | null>(null)
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const { draftInBrowser } = await import('../../runtime/journal/drafts.ts')
      // What was said of a draft a moment ago counts.
      desk.recorder.flush()
      const form = formOf(user)
      const draft = await draftInBrowser({ uid: me.uid, pm_dsh_ud: me.pm_dsh_ud }, form, Date.now())
      const offered = draft === null ? null : offerOf(draft, initialValues(user))
      if (isGone || offered === null) return
      setOffer(offered)
      runners.form.send({ type: 'form.draftFound', form, values: offered.values })
    }
    // Where the browser keeps no database there is no draft either.
    look().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [runners, me, user])
  return offer === null ? null : draftWords(offer, zone)
}

/** The fields come back to life with the next render; the one to look at first is focused then. */
function focusIn(formId: string, field: string): void {
  requestAnimationFrame(() => {
    const place = document.getElementById(formId)?.querySelector(`[data-field="${CSS.escape(field)}"]`)
    place?.querySelector<HTMLElement>('input:not([type="hidden"]), button')?.focus()
  })
}

/** Nothing of the dialog is left for whoever comes next (law 4). */
function useEndOfSession(runners: UserDialogRunners, me: CurrentUser): void {
  useEffect(() => {
    const { unsubscribe } = desk.session.subscribe((snapshot) => {
      const present = signedInUser(snapshot)
      if (present?.uid !== me.uid || present.pm_dsh_ud !== me.pm_dsh_ud) runners.endSession()
    })
    return unsubscribe
  }, [runners, me])
}

/** Back, and any other way out of the page, asks first when something is not saved. */
function useLeaveGuard(runners: UserDialogRunners): void {
  const { options } = useRouter()
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) => {
      if (next.pathname === current.pathname || !hasUnsaved(runners.form.getSnapshot())) return false
      runners.form.send({ type: 'form.leaveRequested', to: next.pathname + options.stringifySearch(next.search) })
      return true
    },
  })
}
