import { assign, setup } from 'xstate'
import { notify, type Notice } from '../app/notice.ts'
import type { FieldFault } from '../form/form.fields.ts'
import type { OpenValues } from '../form/form.values.ts'
import { command } from '../runtime/step.ts'
import type { DialogUser, DialogViewer, UserDialogEvent } from './user-dialog.events.ts'
import { dialogRights } from './user-dialog.rights.ts'

/** The message when the server gives none (§8.5, §8.6). */
export const SAVE_FAILED = 'Something went wrong. Please try again later'
/** §4.11. */
export const USER_CREATED = 'User created successfully'
export const USER_UPDATED = 'User updated successfully'
export const USER_DELETED = 'User deleted successfully'
const CHANGED_MEANWHILE = 'This user changed after you opened it'

export interface UserDialogContext {
  readonly viewer: DialogViewer | null
  /** Whom the dialog edits; null while it creates. */
  readonly user: DialogUser | null
  /** The number of the last call: only its answer counts. */
  readonly callNo: number
  readonly error: string | null
  /** More about the error. */
  readonly hint: string | null
}

type Of<T extends UserDialogEvent['type']> = Extract<UserDialogEvent, { type: T }>

const CLOSED = { viewer: null, user: null, error: null, hint: null } as const

const base = setup({
  types: {
    context: {} as UserDialogContext,
    events: {} as UserDialogEvent,
  },
  actions: {
    /** POST or PUT of a user (§7.18): the values, the two flags, and the password that the runner holds when it is to be sent (§5.27). */
    saveUser: command<{
      callNo: number
      uid: number | null
      version: string | null
      values: OpenValues
      sendsPassword: boolean
      is_username_update: boolean
      is_super_admin: boolean
    }>(),
    deleteUser: command<{ callNo: number; uid: number }>(),
    /** The list of users has changed. */
    refreshUsers: command(),
    toast: command<{ kind: 'success' | 'error'; text: string }>(),
    notify: command<Notice>(),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1 })),
    keepCreate: assign((_, { viewer }: Of<'userDialog.createRequested'>) => ({ ...CLOSED, viewer })),
    keepEdit: assign((_, { viewer, user }: Of<'userDialog.editRequested'>) => ({ ...CLOSED, viewer, user })),
    keepRefusal: assign((_, { message }: { message: string }) => ({
      error: message === '' ? SAVE_FAILED : message,
      hint: null,
    })),
    // Faults shown at their fields need no further message.
    keepFailure: assign((_, { details = [], why }: { details?: readonly FieldFault[]; why: string | null }) =>
      details.length > 0 ? { error: null, hint: null } : { error: SAVE_FAILED, hint: why },
    ),
    keepConflict: assign(({ context: { user } }, { version, why }: Of<'user.saveConflicted'>) => ({
      user: user === null ? null : { ...user, version },
      error: CHANGED_MEANWHILE,
      hint: why,
    })),
    forgetError: assign({ error: null, hint: null }),
    forget: assign(CLOSED),
  },
  guards: {
    maySave: ({ context: { viewer, user } }) => viewer !== null && !dialogRights(viewer, user).isReadOnly,
    mayDelete: ({ context: { viewer, user } }) => viewer !== null && dialogRights(viewer, user).canDelete,
    isLatestCall: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    isLatestOfNew: ({ context, event }) =>
      'callNo' in event && event.callNo === context.callNo && context.user === null,
    isLatestOfOld: ({ context, event }) =>
      'callNo' in event && event.callNo === context.callNo && context.user !== null,
    isDone: ({ context, event }) => 'status' in event && event.callNo === context.callNo && event.status === 0,
    isOwnDone: ({ context, event }) =>
      'status' in event &&
      event.callNo === context.callNo &&
      event.status === 0 &&
      context.user !== null &&
      context.user.uid === context.viewer?.uid,
    isNewDone: ({ context, event }) =>
      'status' in event && event.callNo === context.callNo && event.status === 0 && context.user === null,
  },
})

const create = {
  target: '#user-dialog.creating',
  actions: { type: 'keepCreate', params: ({ event }: { event: Of<'userDialog.createRequested'> }) => event },
} as const
const edit = {
  target: '#user-dialog.editing',
  actions: { type: 'keepEdit', params: ({ event }: { event: Of<'userDialog.editRequested'> }) => event },
} as const
const close = { target: '#user-dialog.closed', actions: 'forget' } as const
type At = { readonly context: UserDialogContext }
const saveUser = [
  'countCall',
  {
    type: 'saveUser',
    params: ({ context: { callNo, user, viewer }, event }: At & { event: Of<'user.saveRequested'> }) => ({
      callNo,
      uid: user?.uid ?? null,
      version: user?.version ?? null,
      values: event.values,
      sendsPassword: user !== null && event.isPasswordFilled,
      is_username_update: user !== null,
      is_super_admin: viewer?.isSuperAdmin === true,
    }),
  },
] as const
/** Only an existing user can be deleted. */
const deleteUser = [
  'countCall',
  { type: 'deleteUser', params: ({ context: { callNo, user } }: At) => ({ callNo, uid: user?.uid ?? 0 }) },
] as const
/** Tells the form how its attempt to save went. */
const answerForm = (answer: { isSaved: boolean; message: string | null; details: readonly FieldFault[] }) =>
  notify({ machine: 'app', event: { type: 'userForm.answered', ...answer } })
const save = { guard: 'maySave', target: '#user-dialog.saving', actions: ['forgetError', ...saveUser] } as const
/** The viewer's own user was changed (§4.11). */
const notifyOwnChange = notify({ machine: 'app', event: { type: 'ownUser.changed' } })
const done = (text: string) =>
  [
    answerForm({ isSaved: true, message: null, details: [] }),
    { type: 'toast', params: { kind: 'success', text } },
    'refreshUsers',
  ] as const
const refused = [
  { type: 'keepRefusal', params: ({ event }: { event: Of<'user.saveAnswered'> }) => event },
  {
    type: 'notify',
    params: ({ event: { message } }: { event: Of<'user.saveAnswered'> }) =>
      answerForm({ isSaved: false, message: message === '' ? SAVE_FAILED : message, details: [] }).params,
  },
] as const
const failed = [
  { type: 'keepFailure', params: ({ event }: { event: Of<'user.saveFailed'> }) => event },
  {
    type: 'notify',
    params: ({ event: { details } }: { event: Of<'user.saveFailed'> }) =>
      answerForm({ isSaved: false, message: details.length > 0 ? null : SAVE_FAILED, details }).params,
  },
] as const
/** The form goes on as it was. */
const withdrawn = answerForm({ isSaved: false, message: null, details: [] })
const conflicted = [
  { type: 'keepConflict', params: ({ event }: { event: Of<'user.saveConflicted'> }) => event },
  answerForm({ isSaved: false, message: CHANGED_MEANWHILE, details: [] }),
] as const

/**
 * The New User and Update User dialog (§2.41, §4.11, §6.7–6.9, §8.5, §8.6). A form machine holds the fields, asks to save them
 * once they are valid, and is told the result.
 */
export const userDialogMachine = base.createMachine({
  id: 'user-dialog',
  context: { ...CLOSED, callNo: 0 },
  initial: 'closed',
  on: { 'session.ended': close },
  states: {
    closed: { on: { 'userDialog.createRequested': create, 'userDialog.editRequested': edit } },
    creating: { on: { 'user.saveRequested': save, 'userDialog.closeRequested': close } },
    editing: {
      on: {
        'user.saveRequested': save,
        'user.deleteRequested': { guard: 'mayDelete', target: 'confirmingDelete', actions: 'forgetError' },
        'userDialog.closeRequested': close,
      },
    },
    // Cannot be closed or saved again while it awaits the answer.
    saving: {
      on: {
        'user.saveAnswered': [
          { guard: 'isNewDone', target: 'closed', actions: [...done(USER_CREATED), 'forget'] },
          {
            guard: 'isOwnDone',
            target: 'closed',
            actions: [...done(USER_UPDATED), notifyOwnChange, 'forget'],
          },
          { guard: 'isDone', target: 'closed', actions: [...done(USER_UPDATED), 'forget'] },
          { guard: 'isLatestOfNew', target: 'creating', actions: refused },
          { guard: 'isLatestCall', target: 'editing', actions: refused },
        ],
        'user.saveFailed': [
          { guard: 'isLatestOfNew', target: 'creating', actions: failed },
          { guard: 'isLatestCall', target: 'editing', actions: failed },
        ],
        // a new user needs no confirmation
        'user.saveWithdrawn': { guard: 'isLatestOfOld', target: 'editing', actions: withdrawn },
        'user.saveConflicted': { guard: 'isLatestOfOld', target: 'editing', actions: conflicted },
      },
    },
    confirmingDelete: {
      on: {
        'user.deleteConfirmed': { target: 'deleting', actions: deleteUser },
        'user.deleteDeclined': 'editing',
      },
    },
    deleting: {
      on: {
        'user.deleteAnswered': [
          {
            guard: 'isDone',
            target: 'closed',
            actions: [{ type: 'toast', params: { kind: 'success', text: USER_DELETED } }, 'refreshUsers', 'forget'],
          },
          {
            guard: 'isLatestCall',
            target: 'editing',
            actions: { type: 'keepRefusal', params: ({ event }: { event: Of<'user.deleteAnswered'> }) => event },
          },
        ],
        'user.deleteFailed': {
          guard: 'isLatestCall',
          target: 'editing',
          actions: { type: 'keepFailure', params: ({ event }: { event: Of<'user.deleteFailed'> }) => event },
        },
      },
    },
  },
})
