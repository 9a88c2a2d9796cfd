import type { FormEvent } from './form.events.ts'
import { formSetup, firstWrongField, NO_FORM, type FormContext, type FormEventOf } from './form.setup.ts'

type At = { readonly context: FormContext }

const opened = {
  target: '#form.open.pristine',
  actions: { type: 'open', params: ({ event }: { event: FormEventOf<'form.opened'> }) => event },
} as const

const validateField = {
  type: 'validateField',
  params: ({ event: { field } }: { event: Extract<FormEvent, { field: string }> }) => ({ field }),
} as const
const change = { type: 'change', params: ({ event }: { event: FormEventOf<'field.changed'> }) => event } as const
const changeSecret = {
  type: 'changeSecret',
  params: ({ event }: { event: FormEventOf<'secretField.changed'> }) => event,
} as const
const checkAll = [
  'forgetFaults',
  'countAttempt',
  { type: 'validate', params: ({ context: { attemptNo } }: At) => ({ attemptNo }) },
] as const
/** Only an open form is saved. */
const send = {
  type: 'submit',
  params: ({ context: { attemptNo, form, values, filledSecrets } }: At) => ({
    attemptNo,
    form: form ?? '',
    values,
    filledSecrets,
  }),
} as const
/** Called only when a field of the form has an error. */
const focusFirst = {
  type: 'focusField',
  params: ({ context }: At) => ({ field: firstWrongField(context) ?? '' }),
} as const
const keepFaults = {
  type: 'keepFaults',
  params: ({ event }: { event: FormEventOf<'form.validated'> }) => event,
} as const
const keepRefusal = {
  type: 'keepRefusal',
  params: ({ event }: { event: FormEventOf<'form.refused'> }) => event,
} as const

/** Checks a field that shows an error again, so that the error goes as soon as it is fixed. */
const edits = {
  'field.changed': [
    { guard: 'isWrongOpenField', target: '#form.open.editing', actions: [change, validateField] },
    { guard: 'isOpenField', target: '#form.open.editing', actions: change },
  ],
  'secretField.changed': [
    { guard: 'isWrongSecretField', target: '#form.open.editing', actions: [changeSecret, validateField] },
    { guard: 'isSecretField', target: '#form.open.editing', actions: changeSecret },
  ],
  'field.left': { guard: 'isField', actions: validateField },
  'field.validated': {
    guard: 'isField',
    actions: { type: 'keepFault', params: ({ event }: { event: FormEventOf<'field.validated'> }) => event },
  },
  'form.submitRequested': { target: '#form.open.validating', actions: checkAll },
} as const

const goesAtOnce = {
  target: '#form.closed',
  actions: [
    { type: 'leave', params: ({ event }: { event: FormEventOf<'form.leaveRequested'> }) => ({ to: event.to }) },
    'forgetSecrets',
    'forget',
  ],
} as const
const keepWay = {
  type: 'keepWay',
  params: ({ event }: { event: FormEventOf<'form.leaveRequested'> }) => event,
} as const
const guardedLeave = [{ guard: 'isDirty', target: '#form.open.leaving', actions: keepWay }, goesAtOnce] as const

/**
 * One form (§5, §5.28): it checks a field when the user leaves it and everything before it sends, sends once, shows the server's
 * details under their fields, focuses the first wrong field, and asks before it drops unsaved input. Which fields there are comes
 * in with `form.opened`; their schema stays with the runner, and so do secrets.
 */
export const formMachine = formSetup.createMachine({
  id: 'form',
  context: { ...NO_FORM, attemptNo: 0 },
  initial: 'closed',
  states: {
    closed: { on: { 'form.opened': opened } },
    open: {
      initial: 'pristine',
      on: {
        'form.opened': { ...opened, actions: ['forgetSecrets', opened.actions] },
        'form.closed': { target: 'closed', actions: ['forgetSecrets', 'forget'] },
      },
      states: {
        pristine: {
          on: {
            ...edits,
            'form.draftFound': {
              guard: 'isDraftOfThis',
              actions: { type: 'keepDraft', params: ({ event }) => event },
            },
            'form.draftTaken': { guard: 'hasDraft', target: 'editing', actions: 'takeDraft' },
            'form.draftDeclined': { guard: 'hasDraft', actions: 'forgetDraft' },
            'form.leaveRequested': goesAtOnce,
          },
        },
        editing: { on: { ...edits, 'form.leaveRequested': guardedLeave } },
        validating: {
          on: {
            'form.validated': [
              { guard: 'isLatestAndGood', target: 'sending', actions: send },
              { guard: 'isLatestWithWrongField', target: 'editing', actions: [keepFaults, focusFirst] },
              { guard: 'isLatestAttempt', target: 'editing', actions: keepFaults },
            ],
          },
        },
        // While a check or save runs, the form cannot be changed, sent again or left.
        sending: {
          on: {
            'form.saved': { guard: 'isLatestAttempt', target: 'saved', actions: ['keepSaved', 'forgetSecrets'] },
            'form.refused': [
              { guard: 'isLatestWithWrongField', target: 'refused', actions: [keepRefusal, focusFirst] },
              { guard: 'isLatestAttempt', target: 'refused', actions: keepRefusal },
            ],
          },
        },
        saved: { on: { ...edits, 'form.leaveRequested': goesAtOnce } },
        refused: { on: { ...edits, 'form.leaveRequested': guardedLeave } },
        leaving: {
          on: {
            'form.leaveRequested': { actions: keepWay },
            'form.leaveConfirmed': {
              target: '#form.closed',
              actions: [
                { type: 'leave', params: ({ context }: At) => ({ to: context.leavingTo }) },
                'forgetSecrets',
                'forget',
              ],
            },
            'form.leaveDeclined': { target: 'editing', actions: 'forgetWay' },
          },
        },
      },
    },
  },
})
