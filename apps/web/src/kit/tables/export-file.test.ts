import { expect, test } from 'vitest'
import { csvOfNotes, exportFileName } from './export-file.ts'

const AT = { atMs: Date.UTC(2026, 10, 29, 3), zoneName: 'America/New_York', zoneText: 'America/New_York (UTC-05:00)' }

test('the file of an export is named by its content and the day in the reader’s zone (day.md §3)', () => {
  const nameOf = (title: string) => exportFileName(title, AT)
  expect([nameOf('Sources of Gen pop US'), nameOf('Züge: 12/24 “B”'), nameOf('../..')]).toEqual([
    'sources-gen-pop-us-2026-11-28',
    'züge-12-24-b-2026-11-28',
    '-2026-11-28',
  ])
})

test('the notes of an export have a head in the first row as well (§9.11, day.md §3)', () => {
  const table = { title: '=Sources', csv: '', notes: [['Filter', 'Status: Live']] as const }
  expect(csvOfNotes(table, AT).split('\r\n')).toEqual([
    '"Note","Words"',
    '"Table","\'=Sources"',
    '"Filter","Status: Live"',
    expect.stringMatching(/^"Exported",".*2026.*"$/),
    '"Zone","America/New_York (UTC-05:00)"',
    '',
  ])
})
