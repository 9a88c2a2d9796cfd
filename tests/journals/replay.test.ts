import { describeReport, replayExport } from '@desk/machines/journal/read-export'
import { machineOf } from '@desk/machines/registry'
import { describe, expect, test, vi } from 'vitest'
import { comparedIn, keptJournals, MACHINES_OF_THE_BROWSER, RECORD_COMMAND } from './kept-journals.ts'

const kept = keptJournals()

describe('journals recorded by earlier builds', () => {
  test.for(kept.map(({ file, exported }) => [file, exported] as const))(
    '%s replays to its recorded fingerprints, or its machine is reported as changed, and every other is compared to the end (R1, law 1)',
    async ([, exported], { annotate }) => {
      const report = replayExport(exported)
      const { text } = describeReport(report, exported.entries.length)
      if (report.kind === 'machine changed') await annotate(text, 'machine changed')
      expect([text, ['equal', 'machine changed'].includes(report.kind)]).toEqual([text, true])
    },
  )

  test('every machine of the browser, as it is today, is compared in one of them at least (R1)', () => {
    const compared = new Set(kept.flatMap(journal => [...comparedIn(journal)]))
    const missing = MACHINES_OF_THE_BROWSER.filter(name => !compared.has(name))
    expect(
      missing,
      `No recorded journal has ${missing.join(', ')} as it is today. Record some beside the old ones, which stay: ${RECORD_COMMAND}`,
    ).toEqual([])
  })

  test('the last state of each machine that has not changed is the recorded one, and another one is found, whichever other machine has changed (R1)', () => {
    const found = kept.flatMap(journal => {
      const { file, exported } = journal
      const compared = comparedIn(journal)
      const lasts = new Map(
        exported.entries
          .filter(({ machine }) => compared.has(machine.split('/', 1)[0] ?? machine))
          .map(entry => [entry.machine, entry.seq]),
      )
      return [...lasts].map(([machine, last]) => {
        const entries = exported.entries.map(entry =>
          entry.seq === last ? { ...entry, fingerprint: '0'.repeat(16) } : entry,
        )
        const report = replayExport({ ...exported, entries })
        return { file, machine, last, report: { kind: report.kind, seq: 'seq' in report ? report.seq : null } }
      })
    })
    expect(found.length).toBeGreaterThan(kept.length)
    expect(found).toEqual(found.map(each => ({ ...each, report: { kind: 'mismatch', seq: each.last } })))
  })

  test('entries of a changed machine are reported as changed, never as equal (R1)', () => {
    const changed = kept.filter(({ exported }) =>
      exported.entries.some(({ machine, version }) => machineOf(machine)?.version !== version),
    )
    expect(changed.map(({ file, exported }) => [file, replayExport(exported).kind])).toEqual(
      changed.map(({ file }) => [file, 'machine changed']),
    )
  })

  test('replaying uses no network, clock or random numbers, and writes nothing (R2)', () => {
    const forbidden = () => {
      throw new Error('Replaying performs nothing.')
    }
    for (const name of [
      'fetch',
      'setTimeout',
      'setInterval',
      'indexedDB',
      'localStorage',
      'WebSocket',
      'XMLHttpRequest',
    ])
      vi.stubGlobal(name, forbidden)
    const clock = vi.spyOn(Date, 'now').mockImplementation(forbidden)
    const chance = vi.spyOn(Math, 'random').mockImplementation(forbidden)
    const kinds = kept.map(({ exported }) => replayExport(exported).kind)
    clock.mockRestore()
    chance.mockRestore()
    vi.unstubAllGlobals()
    expect(kinds.filter(kind => kind !== 'equal' && kind !== 'machine changed')).toEqual([])
  })
})
