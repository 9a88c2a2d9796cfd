import type { ExportLine } from '@desk/schema/defender/export'
import { expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { defenderStage } from '../testing/defender-stage.ts'
import { readEntrants, type ExportChoice } from './entrants.store.ts'
import { exportLines } from './export.ts'

const platform = usePlatform()
const HOUR_MS = 3_600_000

async function stageOfRules() {
  const { study, enter } = await defenderStage(platform(), {
    country: 'US',
    defender: [
      { rule: 'duplicate_fingerprint', mode: 'shadow' },
      { rule: 'country', mode: 'shadow' },
      { rule: 'datacentre', mode: 'refuse' },
    ],
  })
  const nowMs = Date.now()
  const hours = { first: Math.floor(nowMs / HOUR_MS) - 1, end: Math.floor(nowMs / HOUR_MS) + 2 }
  const read = (all: (tx: Parameters<typeof exportLines>[0]) => AsyncIterable<readonly ExportLine[]>) =>
    platform().database.readAsAccount(study.accountId, async tx => {
      const rids: string[][] = []
      for await (const lines of all(tx)) rids.push(lines.map(({ rid }) => rid))
      return rids
    })
  return {
    enter,
    file: async (choice: ExportChoice) => (await read(tx => exportLines(tx, study.accountId, hours, choice))).flat(),
    /** Pieces that begin with one verdict, or one entry. */
    pieces: (choice: ExportChoice, search: 'verdicts' | 'entries') =>
      read(async function* (tx) {
        for await (const { found } of readEntrants(tx, study.accountId, hours, choice, 1, search)) yield found
      }),
  }
}

test('whom a rule spoke against is found by verdicts, and a piece has all verdicts of its last entrant (§2.28)', async () => {
  const { enter, pieces, file } = await stageOfRules()
  await enter('plain', { fingerprint: 'f-1', country: 'US' })
  await enter('abroad', { fingerprint: 'f-2', country: 'CA' })
  await enter('refused', { fingerprint: 'f-3', country: 'US', fromDatacentre: true })
  await enter('twice', { fingerprint: 'f-1', country: 'CA' })
  expect(await pieces({ rule: 'country' }, 'verdicts')).toEqual([['twice'], ['abroad']])
  expect(await pieces({ rule: 'duplicate_fingerprint' }, 'verdicts')).toEqual([['twice'], []])
  expect([
    await file({ mode: 'recorded' }),
    await file({ rule: 'datacentre' }),
    await file({ rule: 'datacentre', mode: 'recorded' }),
    await file({ rule: 'country', country: 'ca', code: 11 }),
    await file({ rule: 'speeder' }),
  ]).toEqual([['twice', 'abroad'], ['refused'], [], ['twice', 'abroad'], []])
})

test('entrants of a country are found by their entries, piece by piece, and none is where none came from it (§2.28)', async () => {
  const { enter, pieces, file } = await stageOfRules()
  for (const [rid, country] of [
    ['a', 'CA'],
    ['b', 'US'],
    ['c', 'CA'],
  ] as const)
    await enter(rid, { fingerprint: rid, country })
  expect(await pieces({ country: 'CA' }, 'entries')).toEqual([['c'], ['a']])
  expect([await file({ country: 'ca' }), await file({ country: 'ZZ' })]).toEqual([['c', 'a'], []])
})
