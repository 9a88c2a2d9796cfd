import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'
import { DataDirHeld } from './embedded-errors.ts'
import { processStart } from './process-identity.ts'

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'desk-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a second lock says who holds the first and since when, until it is given back', () => {
  const dataDir = makeDir()
  const unlock = lockDataDir(dataDir)
  const { since } = JSON.parse(readFileSync(join(dataDir, 'desk.lock'), 'utf8')) as { since: string }
  const held = caught(() => lockDataDir(dataDir)) as DataDirHeld
  expect(held).toEqual(new DataDirHeld({ dataDir, pid: process.pid, since }))
  expect(held.message).toEqual(
    `${dataDir} is held by process ${process.pid} since ${since}. Stop that process first, or start this one with another DATA_DIR.`,
  )
  unlock()
  expect(readdirSync(dataDir)).toEqual([])
})

const ended = spawnSync(process.execPath, ['-e', '']).pid
const SINCE = '2026-01-01T00:00:00.000Z'

test.each([
  ['a process that has ended', JSON.stringify({ pid: ended, start: '1', since: SINCE })],
  ['a pid that another process has now', JSON.stringify({ pid: process.ppid, start: 'another start', since: SINCE })],
  ['half a file', '{"pid": 1'],
  ['an empty file', ''],
])('the lock of %s is taken over', (_case, content) => {
  const dataDir = makeDir()
  writeFileSync(join(dataDir, 'desk.lock'), content)
  lockDataDir(dataDir)
  expect(JSON.parse(readFileSync(join(dataDir, 'desk.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
    start: processStart(process.pid),
  })
  expect(readdirSync(dataDir)).toEqual(['desk.lock'])
})

test('the lock of another living process is left alone', () => {
  const dataDir = makeDir()
  const theirs = JSON.stringify({ pid: process.ppid, start: processStart(process.ppid), since: SINCE })
  writeFileSync(join(dataDir, 'desk.lock'), theirs)
  expect(caught(() => lockDataDir(dataDir))).toEqual(new DataDirHeld({ dataDir, pid: process.ppid, since: SINCE }))
  expect(readFileSync(join(dataDir, 'desk.lock'), 'utf8')).toEqual(theirs)
})

test('releasing keeps a lock that is no longer ours', () => {
  const dataDir = makeDir()
  const unlock = lockDataDir(dataDir)
  const theirs = JSON.stringify({ pid: process.ppid, start: processStart(process.ppid), since: SINCE })
  writeFileSync(join(dataDir, 'desk.lock'), theirs)
  unlock()
  expect([existsSync(join(dataDir, 'desk.lock')), readFileSync(join(dataDir, 'desk.lock'), 'utf8')]).toEqual([
    true,
    theirs,
  ])
})
