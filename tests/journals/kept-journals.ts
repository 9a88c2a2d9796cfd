import { readExport, replayExport } from '@desk/machines/journal/read-export'
import { MACHINES, machineOf } from '@desk/machines/registry'
import { MASKED_FINGERPRINT } from '@desk/schema/journal/entry'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEPT_JOURNALS = join(import.meta.dirname, 'recorded')
/** Records the missing journals of today's machines. */
export const RECORD_COMMAND = 'node_modules/.bin/tsx scripts/record-journals.ts'

/** Nothing of these is in a journal by itself: the platform alone runs the first two, and the feed's state holds its topics'. */
const NOT_IN_JOURNALS: ReadonlySet<string> = new Set(['respondent', 'status', 'topic'])
export const MACHINES_OF_THE_BROWSER: readonly string[] = Object.keys(MACHINES).filter(
  name => !NOT_IN_JOURNALS.has(name),
)

export interface KeptJournal {
  readonly file: string
  readonly exported: JournalExport
}

/** @throws Error when a file is no journal */
export function keptJournals(): readonly KeptJournal[] {
  return readdirSync(KEPT_JOURNALS)
    .filter(name => name.endsWith('.json'))
    .map(file => {
      const read = readExport(readFileSync(join(KEPT_JOURNALS, file), 'utf8'))
      if ('problem' in read) throw new Error(`${file}: ${read.problem}`)
      return { file, exported: read.exported }
    })
}

const isToday = (key: string, version: string): boolean => machineOf(key)?.version === version

/** Machines, by name, whose every state in this journal is compared with that of today's machine, and is the same. */
export function comparedIn({ exported }: KeptJournal): ReadonlySet<string> {
  const { kind } = replayExport(exported)
  // these end a replay: what comes behind is compared with nothing
  if (kind === 'gap' || kind === 'mismatch') return new Set()
  const changed = new Set(
    Object.entries(exported.from.versions).flatMap(([key, version]) => (isToday(key, version) ? [] : [key])),
  )
  for (const { machine, version } of exported.entries) if (!isToday(machine, version)) changed.add(machine)
  const compared = exported.entries.filter(
    ({ machine, fingerprint }) => !changed.has(machine) && fingerprint !== MASKED_FINGERPRINT,
  )
  return new Set(compared.map(({ machine }) => machine.split('/', 1)[0] ?? machine))
}

/** Whether all machines of this journal are those of today. */
export const isOfToday = ({ exported: { entries, from } }: KeptJournal): boolean =>
  [...Object.entries(from.versions), ...entries.map(({ machine, version }) => [machine, version] as const)].every(
    ([key, version]) => isToday(key, version),
  )
