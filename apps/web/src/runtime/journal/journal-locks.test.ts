import { expect, test } from 'vitest'
import { openJournalLocks, type Locks } from './journal-locks.ts'

/** One browser's locks: each is held as long as what it was given for lasts. */
function browserLocks(): Locks {
  const held = new Set<string>()
  const request = async (name: string, last: () => Promise<void>) => {
    held.add(name)
    await last()
    held.delete(name)
  }
  const query = async () => ({ held: [...held].map(name => ({ name })) })
  return { request, query } as unknown as Locks // Of its forms the one that is used.
}

test('a tab knows the journals that other tabs write, and not its own; a released one has no writer', async () => {
  const locks = browserLocks()
  const [one, other] = [openJournalLocks(locks), openJournalLocks(locks)]
  await locks.request('something else', async () => {
    for (const session of ['a', 'a', 'b']) one.hold(session)
    other.hold('c')
    expect([await one.heldElsewhere(), await other.heldElsewhere()]).toEqual([new Set(['c']), new Set(['a', 'b'])])
  })
  one.release('a')
  expect([await one.heldElsewhere(), await other.heldElsewhere()]).toEqual([new Set(['c']), new Set(['b'])])
})

test('where the browser has no locks nothing is known of other tabs, and where it refuses one nothing breaks', async () => {
  const refusing = { request: () => Promise.reject(new Error('Refused.')), query: async () => ({}) } as unknown as Locks
  for (const locks of [openJournalLocks(undefined), openJournalLocks(refusing)]) {
    locks.hold('a')
    expect(await locks.heldElsewhere()).toEqual(new Set())
    locks.release('a')
  }
})
