import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { findRunningEmbedded } from '@desk/platform/kernel/db/embedded'
import { asOwner, silentLog } from '@desk/platform/testing/database/test-server'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { packRelease } from '../../scripts/release/pack-release.ts'
import { stablePort } from '../faults/stage/stable-port.ts'
import { expectNoDrift, watchedStudy } from '../faults/stage/study.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-release-'))
afterAll(() => rmSync(folder, { recursive: true }))
// the embedded server's own user must pass when root runs the tests
chmodSync(folder, 0o711)

test(
  'a release starts with Node alone in an empty folder, counts a complete, is backed up, and lists its parts (operate.md §2)',
  { timeout: 300_000 },
  async () => {
    const webRoot = join(folder, 'web')
    mkdirSync(webRoot)
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Loading...</title>')
    execFileSync('tar', ['-xzf', await packRelease({ folder, webRoot, hasEngine: true }), '-C', folder])
    const release = join(folder, readdirSync(folder).find(name => /^sample-desk-.*\d$|x64$|arm64$/.test(name)) ?? '')
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const port = await stablePort()
    const env = { PATH: process.env['PATH'], PORT: String(port), DEMO: '0', BACKUP_PASSPHRASE: 'a passphrase of tests' }
    const desk = spawn(process.execPath, [join(release, 'bin', 'start.mjs')], { cwd: empty, env })
    onTestFinished(() => void desk.kill('SIGKILL'))
    let printed = ''
    const started = new Promise<void>((resolve, reject) => {
      desk.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('Sample Desk is at')) resolve()
      })
      desk.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      desk.once('exit', () => reject(new Error(`The release ended: ${printed}`)))
    })
    await started

    const url = findRunningEmbedded(join(empty, '.data')) ?? ''
    const database = new DeskDatabase({ url, log: silentLog, maxConnections: 2 })
    const study = await watchedStudy(database, 1)
    const front = `http://127.0.0.1:${port}`
    const entered = await fetch(`${front}/entry/${study.sourceId}?sup=${study.supplierId}&rid=r1`, {
      redirect: 'manual',
    })
    const rdud = new URL(entered.headers.get('location') ?? '').searchParams.get('id') ?? ''
    const returned = await fetch(`${front}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' })
    expect([entered.status, returned.status]).toEqual([302, 302])
    expect(
      await asOwner(url, `select completes::int from rollup where scope = 3 and scope_id = ${study.sourceId}`),
    ).toEqual([{ completes: 1 }])
    await expectNoDrift(database)
    await database.close()

    const archive = join(folder, 'backup.zip')
    const command = join(release, 'bin', 'desk.mjs')
    const said = execFileSync(process.execPath, [command, 'backup', archive], { cwd: empty, env }).toString()
    expect(said).toMatch(/backup\.zip: \d+ tables, [\d.]+ MB, in [\d.]+ s\./)
    desk.kill('SIGTERM')
    expect(await once(desk, 'exit')).toEqual([0, null])
    // beside the one that wrote it, into a folder that has nothing
    const other = join(folder, 'other')
    mkdirSync(other)
    const restored = execFileSync(process.execPath, [command, 'restore', archive], { cwd: other, env }).toString()
    expect(restored).toMatch(/^Restored as of /)
    const verified = execFileSync(process.execPath, [command, 'verify-ledger'], { cwd: other, env }).toString()
    expect(verified).toBe('No drift: every figure is what the ledger says.\n')

    const { components } = JSON.parse(readFileSync(join(release, 'bom.cdx.json'), 'utf8')) as {
      components: { name: string; purl: string; licenses: unknown[] }[]
    }
    expect([components.length > 100, components.filter(({ name }) => name === 'kysely').length]).toEqual([true, 1])
    expect(readdirSync(release)).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'bin', 'deploy']))
  },
)
