import { fingerprint } from '@desk/machines/journal/fingerprint'
import { MACHINES } from '@desk/machines/registry'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { SessionEvent } from '@desk/machines/session/session.events'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runReplay } from '../../scripts/replay-command.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const BIN = join(ROOT, 'node_modules', '.bin')
let folder = ''

beforeAll(() => {
  const parent = join(import.meta.dirname, '..', '.tmp')
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'replay-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly output: string
}
const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise(resolve => {
    execFile(join(BIN, program), args, { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
/** Runs the command as a user does. */
const replayed = (file: string, ...more: string[]): Promise<Ran> => run('tsx', ['scripts/replay.ts', file, ...more])
/** The same in this process, which is loaded already. */
function replayedHere(file: string, ...more: string[]): Ran {
  let output = ''
  const line = (text: string): void => void (output += `${text}\n`)
  return { code: runReplay([file, ...more], { log: line, error: line }), output }
}

const { machine, version } = MACHINES.session
const EVENTS: readonly SessionEvent[] = [
  { type: 'app.started', hasToken: false, path: '/login' },
  { type: 'signIn.submitted', attemptId: 'a1', remember: false },
  { type: 'signIn.refused', attemptId: 'a1', message: 'Wrong password', retryAfterMs: null },
  { type: 'location.changed', path: '/forgot-password' },
]

function lived(
  name: string,
  change: (entry: JournalExport['entries'][number]) => JournalExport['entries'][number] = entry => entry,
): string {
  let { snapshot } = start(machine)
  const entries = EVENTS.map((event, index) => {
    snapshot = step(machine, snapshot, event).snapshot
    return change({
      session: name,
      seq: index + 1,
      atMs: index,
      machine: 'session',
      version,
      event,
      fingerprint: fingerprint(stateOf(snapshot)),
    })
  })
  const file = join(folder, `${name}.json`)
  writeFileSync(
    file,
    JSON.stringify({
      journal: name,
      build: 'b1',
      from: { seq: 0, states: {}, versions: {} },
      entries,
    } satisfies JournalExport),
  )
  return file
}
const forgedAt = (seq: number) => (entry: JournalExport['entries'][number]) =>
  entry.seq === seq ? { ...entry, fingerprint: '0'.repeat(16) } : entry

describe('pnpm replay', { timeout: 120_000 }, () => {
  test('ends with 0 for a journal that replays equal, and writes nothing (R2)', async () => {
    const file = lived('equal')
    const before = readdirSync(folder)
    expect([await replayed(file), readdirSync(folder)]).toEqual([
      { code: 0, output: 'equal: 4 entries, every fingerprint as recorded\n' },
      before,
    ])
  })

  test('names the first entry that differs and ends with 1', async () => {
    const { code, output } = await replayed(lived('differs', forgedAt(3)))
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^mismatch at entry 3 of session: recorded 0{16}, now [0-9a-f]{16}\n$/),
    ])
  })

  test('for a changed machine, names the first entry that differs (R1)', () => {
    const old = '1'.repeat(16)
    const harmless = replayedHere(lived('changed', entry => ({ ...entry, version: old })))
    const harmful = replayedHere(lived('changed-much', entry => forgedAt(4)({ ...entry, version: old })))
    expect([harmless, harmful.code, harmful.output]).toEqual([
      {
        code: 0,
        output: `machine changed: session was ${old} at entry 1 and is ${version} now; it makes no difference to these 4 entries\n`,
      },
      1,
      expect.stringContaining('it matters from entry 4 of session on'),
    ])
  })

  test('explains in a sentence why a file is no journal or cannot be read', () => {
    const file = join(folder, 'no-journal.json')
    writeFileSync(file, '{"journal":""}')
    const { code, output } = replayedHere(file)
    expect([code, output]).toEqual([2, expect.stringContaining('This is no exported journal')])
    const missing = join(folder, 'missing.json')
    expect([replayedHere(missing), replayedHere(lived('unknown-option'), '--tset')]).toEqual([
      { code: 2, output: `${missing}: there is no such file.\n` },
      { code: 2, output: expect.stringMatching(/^Unknown option '--tset'.*\n$/) },
    ])
  })

  test('--test writes into tests/journals, where what it imports is found; never over what is there (R3)', async () => {
    const name = `taken-home-${randomUUID()}`
    const file = lived(name)
    const out = join('tests', 'journals', `${name}.test.ts`)
    try {
      const [first, again] = [replayedHere(file, '--test'), replayedHere(file, '--test')]
      const [head] = readFileSync(join(ROOT, out), 'utf8').split('\n', 1)
      expect([first, again, head]).toEqual([
        {
          code: 0,
          output: `equal: 4 entries, every fingerprint as recorded\n${out} fails until what happened at entry 3 of session is mended\n`,
        },
        {
          code: 2,
          output: `equal: 4 entries, every fingerprint as recorded\n${out}: it is there already, so name another one with --out.\n`,
        },
        '// To be kept in tests/journals/, where its imports are found. Run it at the root: npx --yes pnpm@12.21.0 exec vitest run tests/journals',
      ])
      const { code, output } = await run('vitest', ['run', out])
      expect([code, output]).toEqual([1, expect.stringContaining('AssertionError')])
    } finally {
      rmSync(join(ROOT, out), { force: true })
    }
  })

  test('--test writes a test that fails until the fault is fixed (R3)', async () => {
    const outcomes: [string, number][] = []
    const written = (file: string, name: string, ...more: string[]): string => {
      const out = join(folder, `${name}.test.ts`)
      outcomes.push([name, replayedHere(file, '--test', '--out', out, ...more).code])
      return out
    }
    written(lived('wrong-state', forgedAt(3)), 'machine-differs')
    const lively = written(lived('lived-fault'), 'lived')
    written(lived('asked-for'), 'at-the-second', '--at', '2')
    written(lived('asked-where-it-differs', forgedAt(3)), 'at-the-differing', '--at', '3')
    const of = (name: string) =>
      readFileSync(join(folder, `${name}.test.ts`), 'utf8')
        .replaceAll(/journal [\w-]+,/g, '')
        .replaceAll(/"session":"[\w-]+"/g, '')
    expect(of('at-the-differing')).toBe(of('machine-differs'))
    // as it is when the machine is mended: it gives the state that the first file asks for, and no longer the one that was wrong
    const good = lived('good')
    const { fingerprint: right } = (JSON.parse(readFileSync(good, 'utf8')) as JournalExport).entries[2]!
    writeFileSync(
      join(folder, 'machine-mended.test.ts'),
      readFileSync(join(folder, 'machine-differs.test.ts'), 'utf8').replaceAll('0'.repeat(16), right),
    )
    writeFileSync(
      join(folder, 'lived-mended.test.ts'),
      readFileSync(lively, 'utf8').replace(/not\.toEqual\((.*)Wrong password/, 'not.toEqual($1Another text'),
    )

    const report = join(folder, 'report.json')
    await run('vitest', ['run', '--project', 'unit', '--root', folder, '--reporter=json', `--outputFile=${report}`])
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; assertionResults: { status: string }[] }[]
    }
    const statuses = Object.fromEntries(
      testResults.map(({ name, assertionResults }) => [
        name.slice(folder.length + 1, -'.test.ts'.length),
        assertionResults.map(({ status }) => status),
      ]),
    )
    expect([outcomes, statuses]).toEqual([
      [
        ['machine-differs', 1],
        ['lived', 0],
        ['at-the-second', 0],
        ['at-the-differing', 1],
      ],
      {
        'machine-differs': ['failed'],
        lived: ['failed'],
        'at-the-second': ['failed'],
        'at-the-differing': ['failed'],
        'machine-mended': ['passed'],
        'lived-mended': ['passed'],
      },
    ])
  })
})
