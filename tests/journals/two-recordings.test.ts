import { fold, replay } from '@desk/machines/journal/fold'
import { MACHINES } from '@desk/machines/registry'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { recordSession } from './record-program.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PROGRAM = join(import.meta.dirname, 'record-program.ts')

/** Records it in a process of its own, on the other side of the world. */
async function recordedElsewhere(session: string): Promise<JournalEntry[]> {
  const { stdout } = await promisify(execFile)(join(ROOT, 'node_modules', '.bin', 'tsx'), [PROGRAM, session], {
    cwd: ROOT,
    env: { ...process.env, TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as JournalEntry[]
}

const fingerprintsOf = (entries: readonly JournalEntry[]): string[] =>
  entries.map(({ machine, seq, fingerprint }) => `${seq} ${machine} ${fingerprint}`)

test(
  'two recordings of the same session, in two processes, zones and languages, have the same fingerprints, and each folds to the other’s (law 1)',
  { timeout: 60_000 },
  async () => {
    const here = JSON.parse(JSON.stringify(recordSession('one'))) as JournalEntry[]
    const there = await recordedElsewhere('two')
    expect([there[0]?.session, new Set(here.map(({ machine }) => machine))]).toEqual([
      'two',
      new Set(Object.keys(MACHINES)),
    ])
    expect(fingerprintsOf(there)).toEqual(fingerprintsOf(here))
    expect([replay(here).kind, replay(there).kind]).toEqual(['equal', 'equal'])
    expect(fold(there)).toEqual(fold(here))
    // the fingerprints tell states apart
    expect(new Set(here.map(({ fingerprint }) => fingerprint)).size).toBeGreaterThan(50)
  },
)
