import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import { describe, expect, test } from 'vitest'
import type { Duplicates, QuotaFacts, SourceFacts } from '../facts/ledger-facts.ts'
import { HOUR_MS } from '../facts/pacing.ts'
import { entry } from '../testing/operations.ts'
import { judgeEntry, type DoorCounts, type DoorVerdict } from './door.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const open: SourceFacts = {
  sourceId: 3000,
  surveyId: 2000,
  projectId: 1000,
  status: 1,
  surveyStatus: 1,
  projectStatus: 1,
  type: 'diy',
  target: 100,
  surveyTarget: 100,
  supplyPriceCents: 250,
  sellPriceCents: 500,
  calculationType: 1,
  clickBalancing: false,
  pacing: 1,
  holdPlaces: 1,
  surveyHoldPlaces: 1,
  outOfFieldAtMs: noon + 24 * HOUR_MS,
  testToken: 'token',
  surveyUrl: 'https://survey.example/?id=[%RDUD%]',
  loiMinutes: 10,
  irPercent: 50,
  country: 'US',
  devices: [1, 2, 3],
  autoPauseRules: ['past_out_of_field'],
  completesThisHour: 0,
  supplierPricesCents: new Map(),
  supplierShares: new Map(),
  redirects: null,
  qualifications: [],
  quotas: [],
  rules: [],
  supplierRules: new Map(),
  exclusion: null,
  excludedSuppliers: new Map(),
  holdOut: { percent: 0, isBillable: false, key: 'key' },
  isRecontact: false,
}
const NO_OTHERS: Duplicates = {
  sameFingerprint: 0,
  sameAddress: 0,
  sameRid: 0,
  ofFingerprint: 0,
  ofAddress: 0,
}
const empty: DoorCounts = { entrants: 0, completes: 0, inflight: 0, completesThisHour: 0, share: null, survey: null }
const age = (min: number, max: number) => ({ param: 'age', min, max })
const quota = (quotaNo: number, min: number, max: number, more: Partial<QuotaFacts> = {}): QuotaFacts => ({
  quotaNo,
  name: `${min}–${max}`,
  conditions: [age(min, max)],
  target: 10,
  completes: 0,
  inflight: 0,
  ...more,
})

interface Case {
  readonly source?: Partial<SourceFacts>
  readonly counts?: Partial<DoorCounts>
  readonly quotas?: readonly QuotaFacts[]
  readonly duplicates?: Partial<Duplicates>
  readonly query?: Readonly<Record<string, string>>
  readonly country?: string
  readonly device?: DeviceTypeId
  readonly fromDatacentre?: boolean
  readonly isTest?: boolean
  readonly atMs?: number
}

function judge(of: Case) {
  return judgeAll(of).verdict
}

function judgeAll(of: Case) {
  const { query = {}, country = null, device = 1, fromDatacentre = false, atMs = noon } = of
  return judgeEntry(
    entry(3000, 'r', { parameters: new Map(Object.entries(query)), country, device, fromDatacentre, atMs }),
    { ...open, ...of.source },
    { ...empty, ...of.counts },
    of.quotas ?? [],
    { ...NO_OTHERS, ...of.duplicates },
    of.isTest ?? false,
  )
}

const refused = (code: 20 | 21 | 22, rule: string, threshold: string, value: string): DoorVerdict => ({
  code,
  refusal: { rule, threshold, value },
})
const letIn: DoorVerdict = { code: 11, quotaNo: null }

test('every rule is evaluated, even after one has decided, and a shadow rule refuses no one', () => {
  const datacentre = { rule: 'datacentre', threshold: null, windowHours: null, setBy: 'survey' } as const
  const of: Case = { source: { status: 2, target: 3, devices: [2] }, counts: { completes: 3 }, fromDatacentre: true }
  const rules = (mode: 'refuse' | 'shadow') => ({ ...of, source: { ...of.source, rules: [{ ...datacentre, mode }] } })
  const told = ({ against }: ReturnType<typeof judgeAll>) => against.map(({ rule, refused: has }) => [rule, has])
  expect([told(judgeAll(rules('refuse'))), judge(rules('refuse')).code]).toEqual([
    [
      ['source_status', true],
      ['target', true],
      ['datacentre', true],
      ['device', true],
    ],
    22,
  ])
  const shadow: Case = { source: { rules: [{ ...datacentre, mode: 'shadow' }] }, fromDatacentre: true }
  expect([told(judgeAll(shadow)), judge(shadow)]).toEqual([[['datacentre', false]], letIn])
})

test('an open source lets an entrant in, and so does one whose supplier is below its share', () => {
  expect([judge({}), judge({ counts: { share: { percent: 50, completes: 54 } } })]).toEqual([letIn, letIn])
})

describe('a source that is not open sends on as overquota, and says why', () => {
  test.each<[string, Case, DoorVerdict]>([
    [
      'a paused project',
      { source: { projectStatus: 2, surveyStatus: 3 } },
      refused(22, 'project_status', 'Live', 'Paused'),
    ],
    ['an auto-paused survey', { source: { surveyStatus: 6 } }, refused(22, 'survey_status', 'Live', 'Auto-paused')],
    [
      'one whose supplier has its share',
      { counts: { completes: 60, share: { percent: 50, completes: 55 } } },
      refused(22, 'allocation', '50 % of 100, up to 55', '55 completes'),
    ],
    ['a draft source', { source: { status: 3 } }, refused(22, 'source_status', 'Live', 'Draft')],
    [
      'one out of field',
      { atMs: noon + 25 * HOUR_MS },
      refused(22, 'past_out_of_field', '2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'),
    ],
    ['a target that is reached', { counts: { completes: 100 } }, refused(22, 'target', '100', '100')],
    ['no survey URL', { source: { surveyUrl: null } }, refused(22, 'survey_url', 'a usable survey URL', 'none')],
  ])('%s', (_name, of, verdict) => {
    expect(judge(of)).toEqual(verdict)
  })

  test('out of field does not close a source whose rule for it is off', () => {
    expect(judge({ atMs: noon + 25 * HOUR_MS, source: { autoPauseRules: [] } })).toEqual(letIn)
  })
})

describe('click balancing (§3.37)', () => {
  const balanced = (calculationType: number) => ({ clickBalancing: true, calculationType })
  test('by survey starts caps entrants at target ÷ IR (§3.37)', () => {
    expect([
      judge({ source: balanced(2), counts: { entrants: 199 } }),
      judge({ source: balanced(2), counts: { entrants: 200 } }),
    ]).toEqual([letIn, refused(22, 'clicks_target', '200', '200')])
  })
  test('by completes counts the expected completes of respondents in progress (§3.37)', () => {
    const near = { completes: 90, inflight: 19, entrants: 5_000 }
    expect([
      judge({ source: balanced(1), counts: near }),
      judge({ source: balanced(1), counts: { ...near, inflight: 20 } }),
    ]).toEqual([letIn, refused(22, 'expected_completes', '100', '90 completes, 20 in progress')])
  })
  test('hybrid is capped by both, and without click balancing by neither (§3.37)', () => {
    expect([
      judge({ source: balanced(3), counts: { entrants: 200 } }),
      judge({ source: balanced(3), counts: { completes: 90, inflight: 20 } }),
      judge({ counts: { entrants: 200, completes: 90, inflight: 20 } }),
    ]).toEqual([
      refused(22, 'clicks_target', '200', '200'),
      refused(22, 'expected_completes', '100', '90 completes, 20 in progress'),
      letIn,
    ])
  })
})

describe('held places (docs/decisions/0088)', () => {
  const held = (holdPlaces: number) => ({ holdPlaces })
  test('one for one: respondents in progress hold the rest of the target', () => {
    expect([
      judge({ source: held(3), counts: { completes: 90, inflight: 9 } }),
      judge({ source: held(3), counts: { completes: 90, inflight: 10 } }),
      judge({ source: held(1), counts: { completes: 90, inflight: 10 } }),
    ]).toEqual([letIn, refused(22, 'places_held', '100', '90 completes, 10 in progress'), letIn])
  })
  test('expected: each in progress holds a share by the stated incidence rate', () => {
    expect([
      judge({ source: held(2), counts: { completes: 90, inflight: 19 } }),
      judge({ source: held(2), counts: { completes: 90, inflight: 20 } }),
    ]).toEqual([letIn, refused(22, 'places_held', '100', '90 completes, 20 in progress')])
  })
  test('a survey holds the places of its own target', () => {
    const source = { surveyHoldPlaces: 3, surveyTarget: 50 }
    expect([
      judge({ source, counts: { survey: { completes: 40, inflight: 9 } } }),
      judge({ source, counts: { survey: { completes: 40, inflight: 10 } } }),
    ]).toEqual([letIn, refused(22, 'survey_places_held', '50', '40 completes, 10 in progress')])
  })
  test('a target that is reached speaks for itself', () => {
    expect(judge({ source: held(3), counts: { completes: 100, inflight: 1 } })).toEqual(
      refused(22, 'target', '100', '100'),
    )
  })
})

describe('pacing (§9.6)', () => {
  // 96 left over 24 hours: 4.4 an hour, 7 accelerated
  const paced = (pacing: number) => ({ pacing, target: 96 })
  test('an entrant is overquota over the hour’s cap, and not before (§9.6)', () => {
    const three = { completes: 3, completesThisHour: 3 }
    const four = { completes: 4, completesThisHour: 4 }
    expect([
      judge({ source: paced(3), counts: three }),
      judge({ source: paced(3), counts: four }),
      judge({ source: paced(2), counts: four }),
      judge({ source: paced(1), counts: four }),
    ]).toEqual([letIn, refused(22, 'pacing', '4 an hour', '4 completes this hour, 0 in progress'), letIn, letIn])
  })
  test('respondents in progress count at the stated IR, so that a burst does not exceed the cap (§9.6)', () => {
    expect([
      judge({ source: paced(3), counts: { inflight: 7 } }),
      judge({ source: paced(3), counts: { inflight: 8 } }),
    ]).toEqual([letIn, refused(22, 'pacing', '4 an hour', '0 completes this hour, 8 in progress')])
  })
})

describe('Defender terms before the survey (§3.11)', () => {
  const rule = (
    name: SourceFacts['rules'][number]['rule'],
    threshold: number | null = null,
    windowHours: number | null = null,
  ) => ({ rules: [{ rule: name, threshold, windowHours, mode: 'refuse' as const, setBy: 'survey' as const }] })
  test.each<[string, Case, DoorVerdict]>([
    [
      'the same fingerprint',
      { source: rule('duplicate_fingerprint'), duplicates: { sameFingerprint: 1 } },
      refused(20, 'duplicate_fingerprint', '1 in 24 h', '1 others'),
    ],
    [
      'fewer of a fingerprint than the threshold',
      { source: rule('duplicate_fingerprint', 3), duplicates: { sameFingerprint: 2 } },
      letIn,
    ],
    [
      'too many from one address',
      { source: rule('duplicate_ip', 2, 6), duplicates: { sameAddress: 2 } },
      refused(20, 'duplicate_ip', '2 in 6 h', '2 others'),
    ],
    ['duplicates that no rule asks about', { duplicates: { sameAddress: 9, sameFingerprint: 9 } }, letIn],
    ['another country', { source: rule('country'), country: 'CA' }, refused(20, 'country', 'US', 'CA')],
    ['the right country', { source: rule('country'), country: 'US' }, letIn],
    ['an unknown country', { source: rule('country') }, letIn],
    [
      'a datacentre',
      { source: rule('datacentre'), fromDatacentre: true },
      refused(20, 'datacentre', 'no datacentre', 'datacentre'),
    ],
  ])('%s (§3.11)', (_name, of, verdict) => {
    expect(judge(of)).toEqual(verdict)
  })
})

describe('qualifications and sub-quotas', () => {
  const adults = { qualifications: [{ name: 'Age', condition: age(18, 99) }] }
  test('an entrant who does not qualify is a term (§3.12)', () => {
    expect([
      judge({ source: adults, query: { age: '17' } }),
      judge({ source: adults }),
      judge({ source: adults, query: { age: '18' } }),
    ]).toEqual([
      refused(21, 'qualification: Age', '18 to 99', '17'),
      refused(21, 'qualification: Age', '18 to 99', 'not given'),
      letIn,
    ])
  })
  test('an entrant who qualifies without an open sub-quota is overquota (§3.13)', () => {
    const quotas = [quota(1, 18, 34, { completes: 6, inflight: 4 }), quota(2, 35, 54)]
    expect([
      judge({ quotas, query: { age: '20' } }),
      judge({ quotas, query: { age: '40' } }),
      judge({ quotas, query: { age: '70' } }),
    ]).toEqual([
      refused(22, 'sub-quota: 18–34', '10', '6 completes, 4 in progress'),
      { code: 11, quotaNo: 2 },
      refused(22, 'sub-quota', 'one that fits', 'none'),
    ])
  })
  test('of several matching sub-quotas the first open one counts (§3.13)', () => {
    expect(judge({ quotas: [quota(1, 18, 34, { completes: 10 }), quota(2, 18, 99)], query: { age: '20' } })).toEqual({
      code: 11,
      quotaNo: 2,
    })
  })
  test('an entrant on a device that the survey excludes is a term, and the allowed devices are named (§3.12, §3.29)', () => {
    const small = { devices: [2, 3] as const }
    expect([
      judge({ source: small }),
      judge({ source: small, device: 2 }),
      judge({ source: small, device: 3 }),
      judge({ source: { devices: [1] }, device: 2 }),
    ]).toEqual([
      refused(21, 'device', 'Mobile or Tablet', 'Desktop'),
      letIn,
      letIn,
      refused(21, 'device', 'Desktop', 'Mobile'),
    ])
  })
  test('the first check that fails decides: open, Defender, device, qualifications, sub-quota', () => {
    const all: Case = {
      source: {
        ...adults,
        devices: [2],
        status: 2,
        rules: [{ rule: 'datacentre', threshold: null, windowHours: null, mode: 'refuse', setBy: 'survey' }],
      },
      fromDatacentre: true,
      quotas: [quota(1, 18, 34, { completes: 10 })],
      query: { age: '17' },
    }
    const live: Case = { ...all, source: { ...all.source, status: 1 } }
    const home: Case = { ...live, fromDatacentre: false }
    const phone: Case = { ...home, device: 2 }
    expect(
      [all, live, home, phone, { ...phone, query: { age: '20' } }]
        .map(of => judge(of))
        .map(verdict => ('refusal' in verdict ? `${verdict.code} ${verdict.refusal.rule}` : verdict.code)),
    ).toEqual(['22 source_status', '20 datacentre', '21 device', '21 qualification: Age', '22 sub-quota: 18–34'])
  })
})

describe('a test (§2.32)', () => {
  test('passes a closed source, Defender and full quotas, but not device and qualifications (§2.32)', () => {
    const tried: Case = {
      isTest: true,
      source: {
        status: 3,
        rules: [{ rule: 'datacentre', threshold: null, windowHours: null, mode: 'refuse', setBy: 'survey' }],
      },
      fromDatacentre: true,
      counts: { completes: 100 },
      quotas: [quota(1, 18, 34, { completes: 10 })],
    }
    expect([judge({ ...tried, query: { age: '20' } }), judge({ ...tried, query: { age: '50' } }).code]).toEqual([
      { code: 11, quotaNo: 1 },
      22,
    ])
    expect([
      judge({ isTest: true, source: { qualifications: [{ name: 'Age', condition: age(18, 99) }] } }).code,
      judge({ isTest: true, source: { devices: [2] } }).code,
    ]).toEqual([21, 21])
  })
  test('does not pass a source that has ended (§2.32)', () => {
    expect([
      judge({ isTest: true, source: { status: 4 } }),
      judge({ isTest: true, source: { projectStatus: 5 } }),
    ]).toEqual([
      refused(22, 'source_status', 'not ended', 'Complete'),
      refused(22, 'project_status', 'not ended', 'Cancelled'),
    ])
  })
})
