import { formSetup, firstWrongField, NO_FORM, type FormContext, type FormEventOf } from './form.setup.ts'

const opened = {
  target: '#form.open.pristine',
  actions: { type: 'open', params: ({ event }: { event: FormEventOf<'form.opened'> }) => event },
} as const
const forgetSecrets = { type: 'forgetSecrets', params: {} } as const
const stay = { type: 'stay', params: {} } as const

const edits = {
  'field.changed': {
    guard: 'isOpenField',
    target: '#form.open.editing',
    actions: [{ type: 'change', params: ({ event }: { event: FormEventOf<'field.changed'> }) => event }, 'checkAgain'],
  },
  'secretField.changed': {
    guard: 'isSecretField',
    target: '#form.open.editing',
    actions: [
      { type: 'changeSecret', params: ({ event }: { event: FormEventOf<'secretField.changed'> }) => event },
      'checkAgain',
    ],
  },
  'field.left': {
    guard: 'isField',
    actions: {
      type: 'validateField',
      params: ({ event }: { event: FormEventOf<'field.left'> }) => ({ field: event.field }),
    },
  },
  'field.validated': {
    guard: 'isField',
    actions: { type: 'keepFault', params: ({ event }: { event: FormEventOf<'field.validated'> }) => event },
  },
  'form.submitRequested': { target: '#form.open.validating', actions: ['forgetFaults', 'askForCheck'] },
} as const

const goesAtOnce = {
  target: '#form.closed',
  actions: [
    { type: 'leave', params: ({ event }: { event: FormEventOf<'form.leaveRequested'> }) => ({ to: event.to }) },
    forgetSecrets,
    'forget',
  ],
} as const
const keepWay = {
  type: 'keepWay',
  params: ({ event }: { event: FormEventOf<'form.leaveRequested'> }) => event,
} as const
const guardedLeave = [{ guard: 'isDirty', target: '#form.open.leaving', actions: keepWay }, goesAtOnce] as const

/**
 * One form (§5, §5.28): field errors when a field is left, everything checked before it is sent, sent once, the server's
 * details under their fields, the first wrong field focused, and no way out that drops what was typed without asking.
 * Which fields there are comes in with `form.opened`; their schema stays with the runner, and so do secrets.
 */
export const formMachine = formSetup
  .extend({
    actions: {
      /** A field that shows an error shows it no longer than it is true. */
      checkAgain: formSetup.enqueueActions(({ context, event, enqueue }) => {
        if ('field' in event && Object.hasOwn(context.errors, event.field))
          enqueue({ type: 'validateField', params: { field: event.field } })
      }),
      askForCheck: formSetup.enqueueActions(({ context, enqueue }) => {
        const attemptNo = context.attemptNo + 1
        enqueue.assign({ attemptNo })
        enqueue({ type: 'validate', params: { attemptNo } })
      }),
      send: formSetup.enqueueActions(({ context: { attemptNo, form, values, filledSecrets }, enqueue }) => {
        if (form !== null) enqueue({ type: 'submit', params: { attemptNo, form, values, filledSecrets } })
      }),
      focusFirst: formSetup.enqueueActions(({ context, enqueue }) => {
        const field = firstWrongField(context)
        if (field !== null) enqueue({ type: 'focusField', params: { field } })
      }),
    },
  })
  .createMachine({
    id: 'form',
    context: { ...NO_FORM, attemptNo: 0 },
    initial: 'closed',
    states: {
      closed: { on: { 'form.opened': opened } },
      open: {
        initial: 'pristine',
        on: {
          'form.opened': { ...opened, actions: [forgetSecrets, opened.actions] },
          'form.closed': { target: 'closed', actions: [forgetSecrets, 'forget'] },
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
              'form.draftDeclined': { guard: 'hasDraft', actions: ['forgetDraft', { type: 'dropDraft', params: {} }] },
              'form.leaveRequested': goesAtOnce,
            },
          },
          editing: { on: { ...edits, 'form.leaveRequested': guardedLeave } },
          validating: {
            on: {
              'form.validated': [
                { guard: 'isLatestAndGood', target: 'sending', actions: 'send' },
                {
                  guard: 'isLatestAttempt',
                  target: 'editing',
                  actions: [{ type: 'keepFaults', params: ({ event }) => event }, 'focusFirst'],
                },
              ],
              'form.leaveRequested': { actions: stay },
            },
          },
          // What is under way is waited for: neither changed, nor sent again, nor left.
          sending: {
            on: {
              'form.saved': { guard: 'isLatestAttempt', target: 'saved', actions: ['keepSaved', forgetSecrets] },
              'form.refused': {
                guard: 'isLatestAttempt',
                target: 'refused',
                actions: [{ type: 'keepRefusal', params: ({ event }) => event }, 'focusFirst'],
              },
              'form.leaveRequested': { actions: stay },
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
                  { type: 'leave', params: ({ context }: { context: FormContext }) => ({ to: context.leavingTo }) },
                  forgetSecrets,
                  'forget',
                ],
              },
              'form.leaveDeclined': { target: 'editing', actions: ['forgetWay', stay] },
            },
          },
        },
      },
    },
  })
