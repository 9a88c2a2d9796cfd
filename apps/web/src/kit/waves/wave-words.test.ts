import type { WaveSurvey } from '@desk/schema/projects/wave'
import { describe, expect, test } from 'vitest'
import { leftOutLines, nextWaveName, waveText } from './wave-words.ts'

const SURVEY: WaveSurvey = {
  pm_sy_ud: 1,
  pm_sy_name: 'US',
  statusid: 1,
  sources: 1,
  quotas: 4,
  cancelled_sources: 0,
  aliases: 0,
  recontact_lists: 0,
}

describe('the words of a new wave (docs/decisions/0098)', () => {
  test.each([
    ['Streaming habits wave 7', 'Streaming habits wave 8'],
    ['Habits W09', 'Habits W10'],
    ['Habits', 'Habits wave 2'],
    ['x'.repeat(200), `${'x'.repeat(193)} wave 2`],
    [`${'x'.repeat(199)}9`, `${'x'.repeat(198)}10`],
  ])('name the wave after %s %s', (name, next) => expect(nextWaveName(name)).toBe(next))

  test('count the contents of all chosen surveys', () => {
    expect(waveText([SURVEY])).toBe('1 survey, 1 source, 4 quotas')
    expect(waveText([SURVEY, { ...SURVEY, sources: 1_200, quotas: 0 }])).toBe('2 surveys, 1,201 sources, 4 quotas')
  })

  test('say the contents that are left out, and why', () => {
    expect(leftOutLines([SURVEY])).toEqual([])
    expect(
      leftOutLines([SURVEY, { ...SURVEY, cancelled_sources: 2, deleted_suppliers: 1, aliases: 1, recontact_lists: 1 }]),
    ).toEqual([
      '2 cancelled sources left out.',
      '1 allocation left out: the supplier is deleted.',
      'Alias and Auto-Boost of 1 source left out: they belong to one source.',
      '1 recontact list left out: they hold respondents of this wave.',
    ])
  })
})
