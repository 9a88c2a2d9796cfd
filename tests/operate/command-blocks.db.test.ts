import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '@desk/platform/kernel/db/embedded'
import { migrate } from '@desk/platform/migrations/migrate'
import { silentLog } from '@desk/platform/testing/database/test-server'
import { commandBlocks } from './command-blocks.ts'

const root = mkdtempSync(join(tmpdir(), 'desk-operate-'))
const DATA_DIR = join(root, 'var/lib/sample-desk')
const KEYS = { SECRET_KEY: 'n'.repeat(40), SECRET_KEY_PREVIOUS: 'o'.repeat(40) }

/** The settings of a block beside those that it names itself. */
const SETTINGS: Readonly<Record<string, NodeJS.ProcessEnv>> = { 'keys.md': KEYS }

beforeAll(async () => {
  for (const folder of ['etc/sample-desk', 'srv/backups', 'var/lib/sample-desk'])
    mkdirSync(join(root, folder), { recursive: true })
  // the server's own user must be able to enter when root runs the tests
  chmodSync(root, 0o711)
  writeFileSync(join(root, 'etc/sample-desk/backup-passphrase'), 'a passphrase of the tests')
  writeFileSync(join(root, 'srv/backups/desk-1.zip'), '')
  writeFileSync(join(root, 'srv/backups/erasures.log'), '')
  const server = await startEmbedded({ dataDir: DATA_DIR, log: silentLog })
  await migrate(server.url).finally(() => server.stop())
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs the commands as they are written, with this checkout in place of /opt and a folder of the test in place of the machine's. */
function run(commands: string, page: string): Promise<{ readonly code: unknown; readonly output: string }> {
  const here = commands
    .replaceAll('/opt/sample-desk/bin/desk.mjs', `--import tsx ${resolve('apps/platform/src/cli/main.ts')}`)
    .replaceAll(/(?<![\w.])\/(?=etc\/|srv\/|var\/)/g, `${root}/`)
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR,
    BACKUP_DIR: join(root, 'srv/backups'),
    BACKUP_PASSPHRASE_FILE: join(root, 'etc/sample-desk/backup-passphrase'),
    DISK_RESERVE_MB: '1',
    ...SETTINGS[page],
  }
  return new Promise(done => {
    execFile('sh', ['-eu', '-c', here], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

const blocks = commandBlocks()

test.each(blocks.filter(({ notRunBecause }) => notRunBecause === null))(
  'the commands of $page do what the page says: $commands',
  { timeout: 180_000 },
  async ({ page, commands }) => {
    const { code, output } = await run(commands, page)
    expect([code, output]).toEqual([0, expect.stringMatching(/\S/)])
  },
)

test('blocks that the machine of the tests cannot run are these, each with its reason', () => {
  const notRun = blocks.filter(({ notRunBecause }) => notRunBecause !== null)
  expect(notRun.map(({ page, notRunBecause }) => [page, notRunBecause])).toEqual([
    ['backup.md', 'base-backups.db.test.ts restores to a moment'],
    ['install.md', 'it needs root, systemd and a release'],
    ['install.md', 'it asks for a password at a terminal'],
  ])
  expect(blocks.length).toBeGreaterThan(notRun.length + 2)
})
