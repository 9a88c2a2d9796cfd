import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { startEmbedded, type EmbeddedServer } from '#kernel/db/embedded'
import { walFolder } from '#kernel/db/embedded/wal-archive'
import { openLedger } from '#ledger/testing/open-ledger'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { migrate } from '#migrations/migrate'
import { asOwner, silentLog } from '#testing/database/test-server'
import { makeBaseBackup, pruneArchive, restoreUntil } from './base-backups.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'desk-point-'))
  chmodSync(made, 0o711) // the server's own user must be able to enter when root runs the tests
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function connect(server: EmbeddedServer): DeskDatabase {
  const database = new DeskDatabase({ url: server.url, log: silentLog })
  onTestFinished(async () => {
    await database.close()
    await server.stop()
  })
  return database
}

const eventsOf = (url: string): Promise<unknown[]> =>
  asOwner(url, 'select e::text as event from respondent_event e order by 1')

test(
  'a database is brought to a moment between two backups: its ledger is that of the moment, and verifies (operate.md §2)',
  { timeout: 180_000 },
  async () => {
    const [dataDir, archive, parent] = [folder(), folder(), folder()]
    const server = await startEmbedded({ dataDir, log: silentLog, walArchive: archive })
    const { url } = server
    await migrate(url)
    const ledger = await openLedger(connect(server))
    const respond = async (rid: string): Promise<void> => {
      const { hex } = await ledger.enter(rid)
      await ledger.return(hex, '1000')
    }
    await respond('before the copy')
    let isMade = false
    const during = (async () => {
      for (let at = 0; !isMade; at++) await respond(`during ${at}`)
    })()
    await makeBaseBackup({ url, dataDir, archive, nowMs: Date.now }).finally(() => (isMade = true))
    await during
    await respond('after the copy')
    const [{ now } = { now: new Date(0) }] = (await asOwner(url, 'select clock_timestamp() as now')) as { now: Date }[]
    // of whole milliseconds, behind every entry so far
    const until = new Date(now.getTime() + 1)
    const expected = await eventsOf(url)
    await respond('too late')
    const [{ part } = { part: '' }] = (await asOwner(url, 'select pg_walfile_name(pg_switch_wal()) as part')) as {
      part: string
    }[]
    await expect.poll(() => existsSync(join(walFolder(archive), part)), { timeout: 60_000 }).toBe(true)

    const restored = await restoreUntil(archive, until, join(parent, 'restored'), silentLog)
    const database = connect(restored)
    expect(await eventsOf(restored.url)).toEqual(expected)
    expect(await verifyLedger(database)).toEqual([])
    // it takes respondents
    await (await openLedger(database)).enter('afterwards')

    await expect(restoreUntil(archive, new Date(0), join(parent, 'early'), silentLog)).rejects.toThrow(/no copy/)
    const late = restoreUntil(archive, new Date(Date.now() + 3_600_000), join(parent, 'late'), silentLog)
    await expect(late).rejects.toThrow('The archive ends before that moment')
    await expect(restoreUntil(archive, until, join(parent, 'restored'), silentLog)).rejects.toThrow(/has a database/)
    expect(readdirSync(parent).toSorted()).toEqual(['late', 'restored'])
    expect(existsSync(join(parent, 'late', 'postgres'))).toBe(false)

    // a second copy makes the parts before it needless
    const parts = readdirSync(walFolder(archive)).length
    await makeBaseBackup({ url, dataDir, archive, nowMs: Date.now })
    pruneArchive(archive, 1)
    expect(readdirSync(archive).filter(name => name.startsWith('base-'))).toHaveLength(1)
    expect(readdirSync(walFolder(archive)).length).toBeLessThan(parts + 2)
  },
)
