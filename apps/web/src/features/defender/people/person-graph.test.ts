import { expect, test } from 'vitest'
import { graphOf } from './person-graph.ts'

const entry = (rid: string, fingerprint: string | null, address: string | null) => ({
  rdud: `1-${rid}`,
  rid,
  stmid: 1,
  source_name: 'Source',
  survey_name: 'Survey',
  code: 11 as const,
  entered_at: '2026-11-01T00:00:00.000Z',
  fingerprint,
  address,
})
const facts = { is_test: false, ended_at: null, country: null, language: null, device: null, from_datacentre: null }

test('respondents are linked to the devices and addresses that they came with, once each', () => {
  const ann = entry('ann', 'f-1', '203.0.113.7')
  const graph = graphOf({
    entries: [
      { ...ann, ...facts, verdicts: [] },
      { ...ann, ...facts, verdicts: [] },
    ],
    marks: [
      { kind: 'fingerprint', value: 'f-1', lists: [], others: [entry('bob', 'f-1', '203.0.113.8')], has_more: false },
      { kind: 'address', value: '203.0.113.7', lists: [], others: [], has_more: false },
      { kind: 'rid', value: 'ann', lists: [], others: [], has_more: false },
    ],
  })
  expect([graph.people.map(({ label, isFound }) => [label, isFound]), graph.marks.map(({ label }) => label)]).toEqual([
    [
      ['ann', true],
      ['bob', false],
    ],
    ['f-1', '203.0.113.7'],
  ])
  expect(graph.links).toEqual([
    ['rid ann', 'fingerprint f-1'],
    ['rid ann', 'address 203.0.113.7'],
    ['rid bob', 'fingerprint f-1'],
  ])
  expect(graph.isPartial).toBe(false)
})
