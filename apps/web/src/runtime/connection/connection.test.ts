import { describe, expect, test } from 'vitest'
import { openConnection } from './connection.ts'

/** A clock that the test moves, and a server that answers, refuses or hangs. */
function world() {
  let nowMs = 1_000_000
  let timers: { atMs: number; act: () => void }[] = []
  const state = { server: 'answers' as 'answers' | 'refuses' | 'hangs', isSeen: true, asked: 0 }
  const after = (delayMs: number, act: () => void) => void timers.push({ atMs: nowMs + delayMs, act })
  const connection = openConnection({
    nowMs: () => nowMs,
    after,
    isSeen: () => state.isSeen,
    ask: withinMs => {
      state.asked++
      const isThere = state.server === 'answers'
      return new Promise(resolve => after(state.server === 'hangs' ? withinMs : 0, () => resolve(isThere)))
    },
  })
  const pass = async (ms: number) => {
    const endMs = nowMs + ms
    for (;;) {
      // what a timer resolves goes on before the next
      await new Promise(resolve => setImmediate(resolve))
      const [next] = timers.filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)
      if (next === undefined) break
      timers = timers.filter(timer => timer !== next)
      nowMs = Math.max(nowMs, next.atMs)
      next.act()
    }
    nowMs = endMs
  }
  connection.start()
  return { connection, state, pass, nowMs: () => nowMs }
}

describe('whether the server answers', () => {
  test.each(['refuses', 'hangs'] as const)(
    'one that %s is away within 15 s of its last word, which is the time on screen, and back when it answers (F3)',
    async server => {
      const { connection, state, pass, nowMs } = world()
      await pass(20_000)
      const told: string[] = []
      connection.subscribe(() => told.push(connection.awaySinceMs() === null ? 'there' : 'away'))
      connection.onBack(() => told.push('back'))
      connection.heard()
      const lastWordMs = nowMs()
      state.server = server
      await pass(14_900)
      expect([connection.awaySinceMs(), told]).toEqual([lastWordMs, ['away']])
      state.server = 'answers'
      await pass(5_000)
      expect([connection.awaySinceMs(), told]).toEqual([null, ['away', 'there', 'back']])
    },
  )

  test('one lost answer is no lost server, and a server that has just answered is not asked', async () => {
    const { connection, state, pass } = world()
    state.server = 'refuses'
    await pass(4_600)
    expect([state.asked, connection.awaySinceMs()]).toEqual([1, null])
    state.server = 'answers'
    await pass(2_000)
    expect([state.asked, connection.awaySinceMs()]).toEqual([2, null])
    for (let seconds = 0; seconds < 20; seconds++) {
      await pass(1_000)
      connection.heard()
    }
    expect(state.asked).toBe(2)
  })

  test('a browser without a network says so at once; a hidden page is not checked', async () => {
    const { connection, state, pass } = world()
    state.isSeen = false
    state.server = 'refuses'
    await pass(60_000)
    expect([state.asked, connection.awaySinceMs()]).toEqual([0, null])
    connection.lost()
    expect(connection.awaySinceMs()).not.toBeNull()
  })
})
