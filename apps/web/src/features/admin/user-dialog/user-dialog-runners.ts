import { describeForm, faultKey, faultsOf, faultText, type FieldFault } from '@desk/machines/form/form.fields'
import { formMachine } from '@desk/machines/form/form.machine'
import { values as formValues } from '@desk/machines/form/form.selectors'
import type { DialogViewer } from '@desk/machines/user-dialog/user-dialog.events'
import { userDialogMachine } from '@desk/machines/user-dialog/user-dialog.machine'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { AgreeingPasswords, editedUserForm, NewUserForm, PasswordApart } from '@desk/schema/users/user-form'
import { User, type NewUser, type UserChanges } from '@desk/schema/users/user'
import { Schema } from 'effect'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { ApiError, requestIdOf } from '#runtime/api/api-error.ts'
import type { App } from '#runtime/app/app.ts'
import { run, type EventRecorder, type Runner } from '#runtime/runner.ts'
import { NotConfirmed } from '#kit/confirmation/not-confirmed.ts'
import type { Confirmed } from '#kit/confirmation/use-confirmation.tsx'
import { dialogUserOf, initialValues, textIn } from './dialog-facts.ts'
import { conflictWords, deleteFailureWords, saveFailureWords } from './save-words.ts'
import { openPasswordKeep, type PasswordKeep } from './typed-passwords.ts'

/** The dialog's ports. */
export interface UserDialogPorts {
  readonly api: ApiClient
  /** Confirms the user before a change to a user's way of signing in (S8). */
  readonly confirmed: Confirmed
  /** Passes on the notices between form, dialog and session. */
  readonly app: Pick<App, 'join' | 'notify' | 'send'>
  readonly recorder: EventRecorder & { readonly instanceOf: (machine: string) => string }
  readonly policy: PasswordPolicy
  readonly toast: (kind: 'success' | 'error', text: string) => void
  /** Invalidates the lists of users. */
  readonly refreshUsers: () => void
  readonly goTo: (path: string) => void
  readonly focusField: (field: string) => void
  readonly zoneName: (code: number) => string
}

/**
 * Runs the dialog's two machines. The app machine links them: the form asks the dialog to save, and receives the
 * result; both end with the session (law 4).
 */
export interface UserDialogRunners {
  readonly dialog: Runner<typeof userDialogMachine>
  readonly form: Runner<typeof formMachine>
  readonly passwords: PasswordKeep
  /** Opens the dialog for a new user (null), who begins in the zone of the account, or for this one. */
  readonly open: (viewer: DialogViewer, me: CurrentUser, user: User | null, zone?: number) => void
  /** The page drops the dialog: running calls end by themselves. */
  readonly close: () => void
}

/** The form's name and object; a draft is offered only to the same form. */
export const formOf = (user: User | null): string => (user === null ? 'user.create' : `user.edit ${user.uid}`)

const isUser = Schema.is(User)

export function openUserDialog(ports: UserDialogPorts, isNew: boolean): UserDialogRunners {
  const passwords = openPasswordKeep()
  const schema = isNew ? NewUserForm : editedUserForm(ports.policy)
  /** The user as the one who edits saw it last. */
  let seen: User | null = null
  let leaveApp: (() => void) | null = null

  const isRenamed = ({ username }: { readonly username: string }): boolean =>
    username.trim().toLowerCase() !== seen?.username

  const faults = (): readonly FieldFault[] => {
    const typed = passwords.read()
    const open = formValues(form.getSnapshot())
    return isNew
      ? faultsOf(schema, open)
      : [
          ...faultsOf(PasswordApart, { username: textIn(open, 'username'), password: typed.password }),
          ...faultsOf(schema, { ...open, ...typed }),
          ...faultsOf(AgreeingPasswords, typed),
        ]
  }
  const tellOf = (field: string) => {
    const fault = faults().find(each => faultKey(each) === field)
    form.send({ type: 'field.validated', field, message: fault === undefined ? null : faultText(fault) })
  }

  const form: Runner<typeof formMachine> = run(ports.recorder.instanceOf('form'), formMachine, {
    recorder: ports.recorder,
    handlers: {
      validateField: ({ field }) => {
        tellOf(field)
        // Whether the two agree shows under the second one.
        if (field === 'password' && passwords.read().confirm_password !== '') tellOf('confirm_password')
      },
      validate: ({ attemptNo: no }, send) => send({ type: 'form.validated', attemptNo: no, faults: faults() }),
      submit: ({ attemptNo, values, filledSecrets }) =>
        ports.app.send({
          type: 'userForm.submitted',
          attemptNo,
          values,
          isPasswordFilled: filledSecrets.includes('password'),
        }),
      focusField: ({ field }) => ports.focusField(field),
      forgetSecrets: () => passwords.forget(),
      leave: ({ to }) => {
        if (to !== null) ports.goTo(to)
        ports.app.send({ type: 'userForm.left' })
      },
    },
  })

  const dialog: Runner<typeof userDialogMachine> = run(ports.recorder.instanceOf('user-dialog'), userDialogMachine, {
    recorder: ports.recorder,
    handlers: {
      saveUser: ({ callNo, uid, version, values, sendsPassword, is_username_update, is_super_admin }, send) => {
        // The form's values were judged by its schema, which has these fields.
        const user = { ...values, ...(is_super_admin ? { is_super_admin } : {}) } as unknown as NewUser
        const save = () => {
          if (uid === null) return ports.api.call('users.create', { payload: user })
          const payload: UserChanges = {
            uid,
            ...user,
            is_username_update,
            ...(version === null ? {} : { version: Number(version) }),
            ...(sendsPassword ? passwords.read() : {}),
          }
          if (!sendsPassword && !isRenamed(user))
            return ports.api.call('users.update', { params: { id: uid }, payload })
          return ports.confirmed(confirmation =>
            ports.api.call('users.update', { params: { id: uid }, payload: { ...payload, confirmation } }),
          )
        }
        save().then(
          ({ status, message, data }) => send({ type: 'user.saveAnswered', callNo, status, message, uid: data.uid }),
          (failure: unknown) => {
            if (failure instanceof NotConfirmed) return send({ type: 'user.saveWithdrawn', callNo })
            const stored =
              failure instanceof ApiError && failure.status === 409 && isUser(failure.current) ? failure.current : null
            if (stored !== null && seen !== null) {
              const why = conflictWords(seen, stored, ports.zoneName)
              seen = stored
              send({
                type: 'user.saveConflicted',
                callNo,
                version: String(stored.version),
                why,
                ...requestIdOf(failure),
              })
              return
            }
            send({
              type: 'user.saveFailed',
              callNo,
              details: failure instanceof ApiError ? failure.details : [],
              why: saveFailureWords(failure, uid === null),
              ...requestIdOf(failure),
            })
          },
        )
      },
      deleteUser: ({ callNo, uid }, send) => {
        ports.api.call('users.remove', { params: { id: uid } }).then(
          ({ status, message }) => send({ type: 'user.deleteAnswered', callNo, status, message }),
          (failure: unknown) =>
            send({ type: 'user.deleteFailed', callNo, why: deleteFailureWords(failure), ...requestIdOf(failure) }),
        )
      },
      refreshUsers: () => ports.refreshUsers(),
      toast: ({ kind, text }) => ports.toast(kind, text),
      notify: notice => {
        // After the page dropped the dialog, the waiting form may be another one's.
        if (notice.event.type !== 'userForm.answered' || leaveApp !== null) ports.app.notify(notice)
      },
    },
  })

  return {
    dialog,
    form,
    passwords,
    open: (viewer, me, user, zone) => {
      seen = user
      const leaving = [ports.app.join('user-dialog', dialog.send), ports.app.join('form/user', form.send)]
      leaveApp = () => {
        for (const leave of leaving) leave()
      }
      dialog.send(
        user === null
          ? { type: 'userDialog.createRequested', viewer }
          : { type: 'userDialog.editRequested', viewer, user: dialogUserOf(user, me) },
      )
      form.send({
        type: 'form.opened',
        form: formOf(user),
        fields: describeForm(schema),
        values: initialValues(user, zone),
      })
    },
    close: () => {
      form.send({ type: 'form.closed' })
      dialog.send({ type: 'userDialog.closeRequested' })
      leaveApp?.()
      leaveApp = null
    },
  }
}
