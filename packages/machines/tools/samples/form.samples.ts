import type { FormField } from '../../src/form/form.fields.ts'
import type { FormEvent } from '../../src/form/form.events.ts'

const FIELDS: readonly FormField[] = [
  { name: 'firstname', isSecret: false },
  { name: 'lastname', isSecret: false },
  { name: 'password', isSecret: true },
]

/** Sample events against a machine whose last attempt to save has the given number. */
export const formSamples = (lastAttemptNo: number): readonly FormEvent[] => [
  { type: 'form.opened', form: 'user.edit 12', fields: FIELDS, values: { firstname: 'Ann', lastname: 'Lee' } },
  { type: 'form.closed' },
  { type: 'form.draftFound', form: 'user.edit 12', values: { firstname: 'Anna', gone: 'x' } },
  { type: 'form.draftFound', form: 'user.edit 13', values: { firstname: 'Bob' } },
  { type: 'form.draftTaken' },
  { type: 'form.draftDeclined' },
  { type: 'field.changed', field: 'firstname', value: '' },
  { type: 'field.changed', field: 'firstname', value: 'Ann' },
  { type: 'field.changed', field: 'unknown', value: 'x' },
  { type: 'secretField.changed', field: 'password', isFilled: true },
  { type: 'secretField.changed', field: 'firstname', isFilled: true },
  { type: 'field.left', field: 'firstname' },
  { type: 'field.left', field: 'unknown' },
  { type: 'field.validated', field: 'firstname', message: 'Firstname is required' },
  { type: 'field.validated', field: 'firstname', message: null },
  { type: 'field.validated', field: 'unknown', message: 'Nobody asked.' },
  { type: 'form.submitRequested' },
  { type: 'form.validated', attemptNo: lastAttemptNo, faults: [] },
  {
    type: 'form.validated',
    attemptNo: lastAttemptNo,
    faults: [
      { path: ['lastname'], message: 'Lastname is required' },
      { path: ['firstname'], message: 'Firstname is required' },
    ],
  },
  { type: 'form.validated', attemptNo: lastAttemptNo - 1, faults: [] },
  { type: 'form.saved', attemptNo: lastAttemptNo },
  { type: 'form.saved', attemptNo: lastAttemptNo - 1 },
  {
    type: 'form.refused',
    attemptNo: lastAttemptNo,
    message: 'The user was not saved.',
    details: [{ path: ['lastname'], message: '"lastname" is too long' }],
  },
  { type: 'form.refused', attemptNo: lastAttemptNo - 1, message: 'Too late.', details: [] },
  { type: 'form.leaveRequested', to: '/projects' },
  { type: 'form.leaveRequested', to: null },
  { type: 'form.leaveConfirmed' },
  { type: 'form.leaveDeclined' },
  { type: 'field.validated', field: 'password', message: 'Password is required' },
  {
    type: 'form.validated',
    attemptNo: lastAttemptNo,
    faults: [{ path: ['other'], message: 'Of no field' }],
  },
  { type: 'form.refused', attemptNo: lastAttemptNo, message: 'No answer.', details: [] },
]
