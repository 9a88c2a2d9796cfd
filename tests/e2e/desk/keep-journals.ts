import { hash64 } from '@desk/machines/journal/fingerprint'
import type { Checkpoint } from '@desk/machines/journal/fold'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import type { BrowserContext, Page, TestInfo } from '@playwright/test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { KEPT_JOURNALS } from '../../journals/kept-journals.ts'
import { recordingName } from '../../journals/recordings.ts'

/** A journal is written within a quarter of a second after the last event. */
const WRITTEN_WITHIN_MS = 600
const FEWEST_ENTRIES = 5

interface Kept {
  readonly sessions: readonly {
    readonly session: string
    readonly build: string
    readonly from: Checkpoint
    readonly startedAtMs: number
  }[]
  readonly entries: readonly JournalEntry[]
  readonly checkpoints: readonly { readonly session: string; readonly checkpoint: Checkpoint }[]
}

/** The browser's stores of journals. */
function readStores(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('The database failed.'))
      })
    const db = await settled(indexedDB.open('desk-journal'))
    const all = (name: string) =>
      db.objectStoreNames.contains(name)
        ? settled(db.transaction(name).objectStore(name).getAll())
        : Promise.resolve([])
    const [sessions, entries, checkpoints] = [await all('sessions'), await all('entries'), await all('checkpoints')]
    db.close()
    return { sessions, entries, checkpoints }
  })
}

/** One text for one journal: a name in place of its id, times from its first entry on, an entry a line. */
function exportText(exported: JournalExport): string {
  const { entries, ...head } = exported
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "entries": [\n${entries.map(entry => `  ${JSON.stringify(entry)}`).join(',\n')}\n ]\n}\n`
}

/** Tells recordings of one test apart by the machines that made them: what other machines made stays beside it. */
function machinesMark(from: Checkpoint, entries: readonly JournalEntry[]): string {
  const versions = [
    ...Object.entries(from.versions),
    ...entries.map(({ machine, version }) => [machine, version] as const),
  ].map(([key, version]) => `${key.split('/', 1)[0]} ${version}`)
  return hash64([...new Set(versions)].toSorted().join()).slice(0, 8)
}

/** Shown of a failed test, newest last. */
const ENTRIES_SHOWN = 25

/** Prints the end of a failed test's journal: each event with its moment. */
async function sayJournal(page: Page, info: TestInfo): Promise<void> {
  const { entries } = await readStores(page)
  const last = entries.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq).slice(-ENTRIES_SHOWN)
  const lines = last.map(
    ({ atMs, machine, event }) =>
      `  ${new Date(atMs).toISOString().slice(11, 23)} ${machine} ${JSON.stringify(event)}\n`,
  )
  process.stdout.write(`\nThe journal of "${info.title}" at ${page.url()} ends with:\n${lines.join('')}`)
}

/** How many journals of a test are written: one that opens several browsers has those of each. */
const written = new Map<string, number>()

/**
 * With RECORD_JOURNALS=1 writes the journals of a browser's pages into tests/journals/recorded, where they are replayed for
 * ever (R1); named after the spec file and the test. Without, prints the journal's end where the test failed.
 */
export async function keepJournals(context: BrowserContext, info: TestInfo): Promise<void> {
  const isRecording = process.env['RECORD_JOURNALS'] === '1'
  const hasFailed = info.status !== info.expectedStatus
  if (!isRecording && !hasFailed) return
  const page = context.pages().find(open => !open.isClosed() && open.url().startsWith('http'))
  if (!page) return
  if (!isRecording)
    return sayJournal(page, info).catch(
      (fault: unknown) => void process.stdout.write(`No journal was read: ${String(fault)}\n`),
    )
  await page.waitForTimeout(WRITTEN_WITHIN_MS) // recording is no test: nothing tells from outside that the last batch is written
  const { sessions, entries, checkpoints } = await readStores(page)
  const name = recordingName(basename(info.file, '.e2e.ts'), info.title)
  mkdirSync(KEPT_JOURNALS, { recursive: true })
  const long = sessions
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs)
    .map(session => ({ ...session, own: entries.filter(entry => entry.session === session.session) }))
    .filter(({ own }) => own.length >= FEWEST_ENTRIES)
  for (const { session, build, from, own } of long) {
    const number = (written.get(name) ?? 0) + 1
    written.set(name, number)
    const begin = checkpoints.find(each => each.session === session)?.checkpoint ?? from
    const journal = `${name}-${number}--${machinesMark(begin, own)}`
    const file = join(KEPT_JOURNALS, `${journal}.json`)
    if (existsSync(file)) continue // by the same machines: the first recording stays
    const first = own[0]?.atMs ?? 0
    const kept = own
      .toSorted((a, b) => a.seq - b.seq)
      .map(entry => ({ ...entry, session: journal, atMs: entry.atMs - first }))
    writeFileSync(file, exportText({ journal, build, from: begin as unknown as JournalExport['from'], entries: kept }))
  }
}
