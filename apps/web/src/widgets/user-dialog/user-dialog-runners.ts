import { describeForm, faultKey, faultsOf, faultText, type FieldFault } from '@desk/machines/form/form.fields'
import { formMachine } from '@desk/machines/form/form.machine'
import { values as formValues } from '@desk/machines/form/form.selectors'
import type { DialogViewer } from '@desk/machines/user-dialog/user-dialog.events'
import { userDialogMachine } from '@desk/machines/user-dialog/user-dialog.machine'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { AgreeingPasswords, editedUserForm, NewUserForm } from '@desk/schema/users/user-form'
import { User, type NewUser, type UserChanges } from '@desk/schema/users/user'
import { Schema } from 'effect'
import type { ApiClient } from '../../runtime/api/api-client.ts'
import { ApiError, requestIdOf } from '../../runtime/api/api-error.ts'
import { run, type EventRecorder, type Runner } from '../../runtime/runner.ts'
import { dialogUserOf, initialValues } from './dialog-facts.ts'
import { conflictWords, deleteFailureWords, saveFailureWords } from './save-words.ts'
import { openPasswordKeep, type PasswordKeep } from './typed-passwords.ts'

/** What the dialog needs of the world outside. */
export interface UserDialogPorts {
  readonly api: ApiClient
  readonly recorder: EventRecorder & { readonly instanceOf: (machine: string) => string }
  readonly policy: PasswordPolicy
  readonly toast: (kind: 'success' | 'error', text: string) => void
  /** Lists of users are to be read again. */
  readonly refreshUsers: () => void
  readonly recheckSession: () => void
  readonly goTo: (path: string) => void
  readonly focusField: (field: string) => void
  readonly zoneName: (code: number) => string
}

/** The dialog's two machines at work, linked: the form asks the dialog to save, and is told how it went. */
export interface UserDialogRunners {
  readonly dialog: Runner<typeof userDialogMachine>
  readonly form: Runner<typeof formMachine>
  readonly passwords: PasswordKeep
  /** Opens the dialog for a new user (null), or for this one. */
  readonly open: (viewer: DialogViewer, me: CurrentUser, user: User | null) => void
  /** The page lets the dialog go: what is under way ends by itself. */
  readonly close: () => void
  /** Whoever opened it is signed in no more, or in another account (law 4). */
  readonly endSession: () => void
}

/** Which form of whom; a draft is offered to the same one alone. */
export const formOf = (user: User | null): string => (user === null ? 'user.create' : `user.edit ${user.uid}`)

const isUser = Schema.is(User)

export function openUserDialog(ports: UserDialogPorts, isNew: boolean): UserDialogRunners {
  const passwords = openPasswordKeep()
  const schema = isNew ? NewUserForm : editedUserForm(ports.policy)
  /** The user as the one who edits saw it last. */
  let seen: User | null = null
  let attemptNo = 0

  const faults = (): readonly FieldFault[] => {
    const typed = passwords.read()
    const open = formValues(form.getSnapshot())
    return isNew ? faultsOf(schema, open) : [...faultsOf(schema, { ...open, ...typed }), ...faultsOf(AgreeingPasswords, typed)]
  }
  const tellOf = (field: string) => {
    const fault = faults().find((each) => faultKey(each) === field)
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
      submit: ({ attemptNo: no, values, filledSecrets }) => {
        attemptNo = no
        dialog.send({ type: 'user.saveRequested', values, isPasswordFilled: filledSecrets.includes('password') })
      },
      focusField: ({ field }) => ports.focusField(field),
      forgetSecrets: () => passwords.forget(),
      leave: ({ to }) => {
        dialog.send({ type: 'userDialog.closeRequested' })
        if (to !== null) ports.goTo(to)
      },
      stay: () => undefined,
      // The journal has it that it was declined: the draft is not found again.
      dropDraft: () => undefined,
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
          const payload: UserChanges = { uid, ...user, is_username_update, ...(version === null ? {} : { version }), ...(sendsPassword ? passwords.read() : {}) }
          return ports.api.call('users.update', { params: { id: uid }, payload })
        }
        save().then(
          ({ status, message, data }) => send({ type: 'user.saveAnswered', callNo, status, message, uid: data.uid }),
          (failure: unknown) => {
            const stored = failure instanceof ApiError && failure.status === 409 && isUser(failure.current) ? failure.current : null
            if (stored !== null && seen !== null) {
              const why = conflictWords(seen, stored, ports.zoneName)
              seen = stored
              send({ type: 'user.saveConflicted', callNo, version: stored.version, why, ...requestIdOf(failure) })
              return
            }
            const details = failure instanceof ApiError ? failure.details : []
            send({ type: 'user.saveFailed', callNo, details, why: saveFailureWords(failure, uid === null), ...requestIdOf(failure) })
          },
        )
      },
      deleteUser: ({ callNo, uid }, send) => {
        ports.api.call('users.remove', { params: { id: uid } }).then(
          ({ status, message }) => send({ type: 'user.deleteAnswered', callNo, status, message }),
          (failure: unknown) => send({ type: 'user.deleteFailed', callNo, why: deleteFailureWords(failure), ...requestIdOf(failure) }),
        )
      },
      refreshUsers: () => ports.refreshUsers(),
      toast: ({ kind, text }) => ports.toast(kind, text),
      recheckSession: () => ports.recheckSession(),
      answerForm: ({ isSaved, message, details }) => form.send(isSaved ? { type: 'form.saved', attemptNo } : { type: 'form.refused', attemptNo, message, details }),
    },
  })

  return {
    dialog,
    form,
    passwords,
    open: (viewer, me, user) => {
      seen = user
      dialog.send(user === null ? { type: 'userDialog.createRequested', viewer } : { type: 'userDialog.editRequested', viewer, user: dialogUserOf(user, me) })
      form.send({ type: 'form.opened', form: formOf(user), fields: describeForm(schema), values: initialValues(user) })
    },
    close: () => {
      form.send({ type: 'form.closed' })
      dialog.send({ type: 'userDialog.closeRequested' })
    },
    endSession: () => {
      form.send({ type: 'form.closed' })
      dialog.send({ type: 'session.ended' })
    },
  }
}
