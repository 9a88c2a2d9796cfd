import { describeReport, readExport, replayExport } from '@desk/machines/journal/read-export'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'

const FOLDER = join(import.meta.dirname, 'recorded')
const files = readdirSync(FOLDER).filter(name => name.endsWith('.json'))

describe('journals recorded by earlier builds', () => {
  test('there are some', () => {
    expect(files.length).toBeGreaterThan(0)
  })

  test.for(files)('%s replays to its recorded fingerprints, or its machine is reported as changed (R1, law 1)', async (file, { annotate }) => {
    const read = readExport(readFileSync(join(FOLDER, file), 'utf8'))
    if ('problem' in read) throw new Error(read.problem)
    const report = replayExport(read.exported)
    const { text } = describeReport(report, read.exported.entries.length)
    if (report.kind === 'machine changed') await annotate(text, 'machine changed')
    expect([text, ['equal', 'machine changed'].includes(report.kind)]).toEqual([text, true])
  })

  test('a recorded state that is another than today’s is found in each of them (R1)', () => {
    for (const file of files) {
      const read = readExport(readFileSync(join(FOLDER, file), 'utf8'))
      if ('problem' in read) throw new Error(read.problem)
      const last = read.exported.entries.length - 1
      const forged = read.exported.entries.map((entry, index) => (index === last ? { ...entry, fingerprint: '0'.repeat(16) } : entry))
      expect([file, describeReport(replayExport({ ...read.exported, entries: forged }), last + 1).ok]).toEqual([file, false])
    }
  })

  test('replaying asks for no network, no clock, no chance, and writes nothing (R2)', () => {
    const forbidden = () => {
      throw new Error('Replaying performs nothing.')
    }
    for (const name of ['fetch', 'setTimeout', 'setInterval', 'indexedDB', 'localStorage', 'WebSocket', 'XMLHttpRequest']) vi.stubGlobal(name, forbidden)
    const clock = vi.spyOn(Date, 'now').mockImplementation(forbidden)
    const chance = vi.spyOn(Math, 'random').mockImplementation(forbidden)
    const texts = files.map(file => readFileSync(join(FOLDER, file), 'utf8'))
    const kinds = texts.map(text => {
      const read = readExport(text)
      return 'problem' in read ? read.problem : replayExport(read.exported).kind
    })
    clock.mockRestore()
    chance.mockRestore()
    vi.unstubAllGlobals()
    expect(kinds.filter(kind => kind !== 'equal' && kind !== 'machine changed')).toEqual([])
  })
})
