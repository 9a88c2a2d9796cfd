import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { findRunningEmbedded } from '@desk/platform/kernel/db/embedded'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const MEGABYTE = 1024 * 1024
const DISK_MB = 512
const RESERVE_MB = 128

const processes = useProcesses()
const folder = mkdtempSync(join(tmpdir(), 'desk-disk-'))
const isMounted = mount()
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** A small separate disk; false if this user may not mount one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
    chmodSync(folder, 0o755)
    return true
  } catch {
    return false
  }
}

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Fills the disk until so much is free. */
async function fillUntil(free: number): Promise<void> {
  const file = await open(join(folder, 'ballast'), 'a')
  const chunk = Buffer.alloc(MEGABYTE, 1)
  try {
    while (freeBytes() > free) await file.write(chunk.subarray(0, Math.min(chunk.length, freeBytes() - free)))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

// where nothing can be mounted, apps/platform/src/kernel/db/disk-guard.db.test.ts alone judges by what a server says
test.skipIf(!isMounted)(
  'F15: with the disk full writes are refused with 503, reading goes on, health says so, and with room again all is as before',
  { timeout: 300_000 },
  async () => {
    const platform = await processes.platform('', {
      DATA_DIR: join(folder, 'data'),
      DISK_RESERVE_MB: String(RESERVE_MB),
    })
    const gateway = await processes.gateway(platform.url)
    const url = findRunningEmbedded(join(folder, 'data'))
    if (url === undefined) throw new Error('The embedded database does not run.')
    const database = new DeskDatabase({ url, log: pino({ level: 'silent' }) })
    const study = await watchedStudy(database, 1)
    const token = await signIn(gateway.url, study.username)
    const health = async (): Promise<unknown> => {
      const answer = await fetch(`${gateway.url}/healthz`)
      const { disk, database: state } = (await answer.json()) as Record<string, unknown>
      return [answer.status, state, disk]
    }
    const is = (disk: string) => async (): Promise<boolean> =>
      JSON.stringify(await health()) === JSON.stringify([200, 'up', disk])
    const enter = async (rid: string): Promise<unknown> => {
      const answer = await fetch(`${gateway.url}/entry/${study.sourceId}?sup=${study.supplierId}&rid=${rid}`, {
        redirect: 'manual',
      })
      return [answer.status, answer.headers.get('retry-after')]
    }
    const pause = async (): Promise<unknown> => {
      const answer = await fetch(`${gateway.url}/v1/survey-streams`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
          'Idempotency-Key': 'pause',
        },
        body: JSON.stringify({ scope: 'project', id: study.projectId, statusid: 2, version: 1 }),
      })
      return [answer.status, ((await answer.json()) as { message?: string }).message?.slice(0, 28)]
    }
    const entrants = async (): Promise<unknown> => (await readTable(gateway.url, token, study.surveyId)).totals.entrants

    expect([await health(), await enter('a'), await entrants()]).toEqual([[200, 'up', 'ok'], [302, null], 1])

    await fillUntil((RESERVE_MB - 8) * MEGABYTE)
    await until('health says that the disk is full', 20_000, is('full'), () => freeBytes())
    expect([await enter('b'), await pause(), await entrants()]).toEqual([
      [503, '2'],
      [503, 'The disk of the desk is full'],
      1,
    ])

    // not a byte is left: the server has nothing to write, and lives
    await fillUntil(0)
    expect(freeBytes()).toBe(0)
    expect([await enter('c'), await pause(), await entrants(), await health()]).toEqual([
      [503, '2'],
      [503, 'The disk of the desk is full'],
      1,
      [200, 'up', 'full'],
    ])

    rmSync(join(folder, 'ballast'))
    await until('health says that there is room', 20_000, is('ok'), () => freeBytes())
    expect([await enter('b'), await entrants(), ((await pause()) as unknown[])[0]]).toEqual([[302, null], 2, 200])
    await expectNoDrift(database)
    await database.close()
  },
)
