import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { awaitNoServer, livingServer, readPostmasterPid } from './stale-server.ts'

function clusterWith(pid: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'desk-stale-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'postmaster.pid'), `${pid}\n${dir}\n1700000000\n54321\n\n127.0.0.1\n  1 2\nready\n`)
  return dir
}

test('a postmaster.pid whose number now belongs to another process is removed', async () => {
  const dir = clusterWith(process.ppid)
  expect([readPostmasterPid(dir), livingServer(dir)]).toEqual([{ pid: process.ppid, port: 54_321 }, undefined])
  await awaitNoServer(dir)
  expect(existsSync(join(dir, 'postmaster.pid'))).toEqual(false)
})

test('a folder without postmaster.pid has no server', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'desk-stale-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  await awaitNoServer(dir)
  expect([readPostmasterPid(dir), livingServer(dir)]).toEqual([undefined, undefined])
})
