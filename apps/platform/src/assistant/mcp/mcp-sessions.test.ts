import { expect, test } from 'vitest'
import { mcpSessions } from './mcp-sessions.ts'

const HOUR_MS = 3_600_000
const OURS = { accountId: 1, keyId: 10 }

test('a session is of the key that opened it alone, and of no key once it is closed', () => {
  const sessions = mcpSessions()
  expect(sessions.open('a', OURS, 0)).toEqual([])
  expect([
    sessions.use('a', OURS, 1),
    sessions.use('a', { accountId: 1, keyId: 11 }, 1),
    sessions.use('a', { accountId: 2, keyId: 10 }, 1),
    sessions.use('b', OURS, 1),
  ]).toEqual([true, false, false, false])
  sessions.close('a')
  expect(sessions.use('a', OURS, 2)).toBe(false)
})

test('a session that rests for an hour ends with the next one that begins; one in use stays', () => {
  const sessions = mcpSessions()
  sessions.open('idle', OURS, 0)
  sessions.open('busy', OURS, 0)
  sessions.use('busy', OURS, HOUR_MS / 2)
  expect(sessions.open('next', OURS, HOUR_MS)).toEqual(['idle'])
  expect([sessions.use('idle', OURS, HOUR_MS), sessions.use('busy', OURS, HOUR_MS)]).toEqual([false, true])
})

test('a session that rests for an hour has ended, whether another one begins or not (0073)', () => {
  const sessions = mcpSessions()
  sessions.open('idle', OURS, 0)
  expect(sessions.use('idle', OURS, HOUR_MS - 1)).toBe(true)
  expect(sessions.use('idle', OURS, 2 * HOUR_MS - 1)).toBe(false)
  expect(sessions.open('next', OURS, 2 * HOUR_MS - 1)).toEqual(['idle'])
})

test('an account has at most 50: one more ends its own that has rested longest, never another account’s', () => {
  const sessions = mcpSessions()
  sessions.open('other', { accountId: 2, keyId: 20 }, 0)
  for (let at = 0; at < 50; at += 1) expect(sessions.open(`s${at}`, OURS, at)).toEqual([])
  sessions.use('s0', OURS, 100)
  expect(sessions.open('s50', OURS, 101)).toEqual(['s1'])
  expect(sessions.use('other', { accountId: 2, keyId: 20 }, 102)).toBe(true)
})

test('all accounts together have at most 2,000', () => {
  const sessions = mcpSessions()
  const ended: string[] = []
  for (let at = 0; at < 2_001; at += 1) ended.push(...sessions.open(`s${at}`, { accountId: at, keyId: at }, at))
  expect(ended).toEqual(['s0'])
})
