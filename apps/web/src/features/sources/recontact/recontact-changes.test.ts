import { expect, test } from 'vitest'
import { changesAfter, NO_CHANGES, type RecontactEvent } from './recontact-changes.ts'

const after = (events: readonly RecontactEvent[]) => events.reduce(changesAfter, NO_CHANGES)

test('additions, removals, and removals of saved ones stay until the list is read again (§3.31)', () => {
  const events: readonly RecontactEvent[] = [
    { type: 'addedNew', rduds: ['a', 'b'] },
    { type: 'addedNew', rduds: ['b', 'c'] },
    { type: 'removed', rdud: 'a' },
    { type: 'removedSaved', rdud: 'x' },
    { type: 'removedSaved', rdud: 'x' },
    { type: 'removedSaved', rdud: 'y' },
    { type: 'keptSaved', rdud: 'y' },
  ]
  expect(after(events)).toEqual({ added: ['b', 'c'], removed: ['x'] })
  expect(after([...events, { type: 'hasInitial' }])).toEqual(NO_CHANGES)
})
