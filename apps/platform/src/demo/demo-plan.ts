import type { StatusName } from '@desk/schema/statuses/status'
import type { AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { Chance } from './random.ts'

/** The demo's studies, worked out from a seed before anything is written. */
export interface PlannedSource {
  readonly name: string
  readonly type: 'diy' | 'classic' | 'lucid'
  readonly status: StatusName
  readonly reason: AutoPauseReason | null
  readonly target: number
  readonly supplyPriceCents: number
  readonly supplierNos: readonly number[]
  readonly pacing: 1 | 2 | 3
  readonly clickBalancing: boolean
  /** Respondents of the past 14 days. */
  readonly pastEntrants: number
  readonly quality: SourceQuality
}

/** The outcomes of a source's respondents, by weight, and the spread of their LOI around the stated one. */
export interface SourceQuality {
  readonly weights: Readonly<Record<'complete' | 'term' | 'overquota' | 'quality' | 'security' | 'abandon', number>>
  readonly loiFactor: number
}

export interface PlannedSurvey {
  readonly name: string
  readonly iso2: string
  readonly language: string
  readonly status: StatusName
  readonly loiMinutes: number
  readonly irPercent: number
  readonly target: number
  readonly sellPriceCents: number
  readonly sources: readonly PlannedSource[]
}

export interface PlannedProject {
  readonly accountId: number
  readonly name: string
  readonly number: string
  readonly consultantUserId: number | null
  readonly businessUnitId: number | null
  readonly status: StatusName
  readonly zoneCode: number
  readonly outOfFieldInDays: number
  readonly surveys: readonly PlannedSurvey[]
}

export interface PlannedSupplier {
  readonly name: string
  readonly typeCode: number
  readonly recruitmentType: number
  readonly priceCents: number
}

export const DEMO_SUPPLIERS: readonly PlannedSupplier[] = [
  { name: 'Northlight Panels', typeCode: 1, recruitmentType: 1, priceCents: 310 },
  { name: 'Opinion Harbor', typeCode: 1, recruitmentType: 2, priceCents: 285 },
  { name: 'Surveyo Exchange', typeCode: 2, recruitmentType: 7, priceCents: 195 },
  { name: 'Kestrel Router', typeCode: 3, recruitmentType: 4, priceCents: 170 },
  { name: 'Medico Voices', typeCode: 1, recruitmentType: 8, priceCents: 1450 },
  { name: 'Pampa Opina', typeCode: 1, recruitmentType: 1, priceCents: 220 },
  { name: 'Sakura Insight', typeCode: 1, recruitmentType: 1, priceCents: 395 },
  { name: 'Rewardly Wall', typeCode: 4, recruitmentType: 5, priceCents: 140 },
  { name: 'Tellus Social', typeCode: 4, recruitmentType: 6, priceCents: 160 },
  { name: 'Client list', typeCode: 5, recruitmentType: 3, priceCents: 0 },
  { name: 'Bharat Panel', typeCode: 1, recruitmentType: 1, priceCents: 150 },
  { name: 'Outback Opinions', typeCode: 1, recruitmentType: 2, priceCents: 340 },
]

interface Sketch {
  readonly name: string
  readonly account: keyof typeof DEMO_ACCOUNTS
  readonly status: StatusName
  readonly unit: number | null
  readonly zoneCode: number
  readonly days: number
  readonly places: readonly (readonly [iso2: string, language: string, surveys: number])[]
  readonly loi: number
  readonly ir: number
}

// zone codes: 15 New York; the others are looked up by name when the plan is written
const SKETCHES: readonly Sketch[] = [
  {
    name: 'Streaming habits wave 7',
    account: 'acme',
    status: 'live',
    unit: 1,
    zoneCode: 15,
    days: 9,
    places: [
      ['US', 'en', 4],
      ['GB', 'en', 2],
    ],
    loi: 12,
    ir: 46,
  },
  {
    name: 'Electric vehicles tracker',
    account: 'acme',
    status: 'live',
    unit: 1,
    zoneCode: 15,
    days: 21,
    places: [
      ['US', 'en', 2],
      ['DE', 'de', 2],
      ['IN', 'en', 1],
    ],
    loi: 18,
    ir: 22,
  },
  {
    name: 'Diabetes care journey',
    account: 'acme',
    status: 'live',
    unit: 2,
    zoneCode: 15,
    days: 14,
    places: [
      ['US', 'en', 2],
      ['CA', 'en', 1],
      ['CA', 'fr', 1],
    ],
    loi: 25,
    ir: 9,
  },
  {
    name: 'Back-to-school shoppers',
    account: 'acme',
    status: 'complete',
    unit: 1,
    zoneCode: 15,
    days: -2,
    places: [['US', 'en', 3]],
    loi: 8,
    ir: 61,
  },
  {
    name: 'Craft beer concept test',
    account: 'acme',
    status: 'paused',
    unit: 1,
    zoneCode: 15,
    days: 6,
    places: [
      ['US', 'en', 2],
      ['AU', 'en', 1],
    ],
    loi: 10,
    ir: 38,
  },
  {
    name: 'Physician formulary pulse',
    account: 'acme',
    status: 'autoPaused',
    unit: 2,
    zoneCode: 15,
    days: 4,
    places: [['US', 'en', 2]],
    loi: 20,
    ir: 12,
  },
  {
    name: 'Holiday travel intent',
    account: 'acme',
    status: 'draft',
    unit: 1,
    zoneCode: 15,
    days: 40,
    places: [
      ['US', 'en', 2],
      ['ES', 'es', 1],
    ],
    loi: 14,
    ir: 50,
  },
  {
    name: 'Snack packaging A/B',
    account: 'acme',
    status: 'cancelled',
    unit: 1,
    zoneCode: 15,
    days: 12,
    places: [['MX', 'es', 2]],
    loi: 9,
    ir: 55,
  },
  {
    name: 'Mobile banking trust',
    account: 'beta',
    status: 'live',
    unit: null,
    zoneCode: 15,
    days: 11,
    places: [
      ['GB', 'en', 3],
      ['FR', 'fr', 1],
      ['JP', 'ja', 1],
    ],
    loi: 15,
    ir: 33,
  },
  {
    name: 'Grocery delivery U&A',
    account: 'beta',
    status: 'live',
    unit: null,
    zoneCode: 15,
    days: 7,
    places: [
      ['BR', 'pt', 2],
      ['AU', 'en', 1],
    ],
    loi: 11,
    ir: 52,
  },
  {
    name: 'Insurance switching',
    account: 'beta',
    status: 'paused',
    unit: null,
    zoneCode: 15,
    days: 15,
    places: [['DE', 'de', 2]],
    loi: 13,
    ir: 29,
  },
  {
    name: 'Console gaming monitor',
    account: 'beta',
    status: 'draft',
    unit: null,
    zoneCode: 15,
    days: 30,
    places: [['US', 'en', 2]],
    loi: 16,
    ir: 41,
  },
]

const AUDIENCES = [
  'Gen pop',
  'Adults 18–34',
  'Adults 35–54',
  'Parents',
  'Category users',
  'Boost: heavy users',
] as const
const SOURCE_SUFFIXES = ['main', 'boost', 'nat rep', 'mobile', 'top-up'] as const
// names say what a source is for, not its supplier, which only some users may see
const GROUPS = { diy: 'Panel', classic: 'Partner', lucid: 'Exchange' } as const
const TOTAL_SOURCES = 150

/** Works out the demo from its seed: 12 projects, 40 surveys, 150 sources of all types. */
export function planDemo(seed: number): readonly PlannedProject[] {
  const chance = new Chance(seed)
  const surveyCount = SKETCHES.reduce(
    (sum, sketch) => sum + sketch.places.reduce((all, [, , surveys]) => all + surveys, 0),
    0,
  )
  let sourcesLeft = TOTAL_SOURCES
  let surveysLeft = surveyCount
  return SKETCHES.map((sketch, at) => {
    const surveys = sketch.places.flatMap(([iso2, language, count]) =>
      Array.from({ length: count }, (_, no): PlannedSurvey => {
        const sourceCount = Math.round(sourcesLeft / surveysLeft)
        sourcesLeft -= sourceCount
        surveysLeft -= 1
        return planSurvey(chance, sketch, iso2, language, no, sourceCount)
      }),
    )
    return {
      accountId: DEMO_ACCOUNTS[sketch.account],
      name: sketch.name,
      number: `${sketch.account === 'acme' ? 'AC' : 'BI'}-26-${String(101 + at)}`,
      consultantUserId: sketch.account === 'acme' ? chance.pick([3, 4, 5] as const) : 6,
      businessUnitId: sketch.unit,
      status: sketch.status,
      zoneCode: sketch.zoneCode,
      outOfFieldInDays: sketch.days,
      surveys,
    }
  })
}

const FINISHED: Sketch = {
  name: 'Streaming habits wave',
  account: 'acme',
  status: 'complete',
  unit: 1,
  zoneCode: 15,
  days: -1,
  places: [
    ['US', 'en', 2],
    ['GB', 'en', 1],
  ],
  loi: 12,
  ir: 46,
}
const SOURCES_OF_FINISHED = 4

/** Plans an earlier wave of the first project, which is over: of its sources most are full. */
export function finishedWave(chance: Chance, number: number): PlannedProject {
  const surveys = FINISHED.places.flatMap(([iso2, language, count]) =>
    Array.from({ length: count }, (_, no): PlannedSurvey => {
      const survey = planSurvey(chance, FINISHED, iso2, language, no, SOURCES_OF_FINISHED)
      const sources = survey.sources.map((source): PlannedSource => {
        const target = chance.whole(3, 9) * 10
        const needed = target / (0.35 * chance.spread(0.15))
        return { ...source, target, pacing: 1, pastEntrants: Math.round(needed * (0.95 + chance.fraction() * 0.6)) }
      })
      const target = sources.reduce((sum, source) => sum + source.target, 0)
      // no survey of a present wave has such a name, so that a question names one of them
      return { ...survey, name: `Streamers ${iso2} ${no + 1}`, sources, target }
    }),
  )
  return {
    accountId: DEMO_ACCOUNTS.acme,
    name: `${FINISHED.name} ${number}`,
    number: `AC-26-0${90 + number}`,
    consultantUserId: chance.pick([3, 4, 5] as const),
    businessUnitId: FINISHED.unit,
    status: FINISHED.status,
    zoneCode: FINISHED.zoneCode,
    outOfFieldInDays: FINISHED.days,
    surveys,
  }
}

function planSurvey(
  chance: Chance,
  sketch: Sketch,
  iso2: string,
  language: string,
  no: number,
  sourceCount: number,
): PlannedSurvey {
  const loiMinutes = Math.max(4, sketch.loi + chance.whole(-2, 3))
  const sellPriceCents = 250 + Math.round((loiMinutes * 3000) / sketch.ir) + chance.whole(0, 90)
  const status = sketch.status === 'live' && chance.fraction() < 0.15 ? 'paused' : sketch.status
  const sources = Array.from({ length: sourceCount }, (_, sourceNo) =>
    planSource(chance, status, sketch, sellPriceCents, sourceNo),
  )
  return {
    name: `${AUDIENCES[no % AUDIENCES.length] ?? 'Gen pop'} ${iso2}${sketch.places.filter(([place]) => place === iso2).length > 1 ? ` (${language})` : ''}`,
    iso2,
    language,
    status,
    loiMinutes,
    irPercent: sketch.ir,
    target: sources.reduce((sum, source) => sum + source.target, 0),
    sellPriceCents,
    sources,
  }
}

function planSource(
  chance: Chance,
  surveyStatus: StatusName,
  sketch: Sketch,
  sellPriceCents: number,
  no: number,
): PlannedSource {
  const type = chance.weighted({ diy: 6, classic: 3, lucid: 2 })
  const supplierNo = chance.whole(0, DEMO_SUPPLIERS.length - 1)
  const supplierNos =
    type === 'diy'
      ? [...new Set([supplierNo, (supplierNo + chance.whole(1, 4)) % DEMO_SUPPLIERS.length])]
      : [supplierNo]
  const status = statusOfSource(chance, surveyStatus)
  const isDraft = surveyStatus === 'draft' || status === 'draft'
  const target = chance.whole(6, 60) * 10
  const share = sketch.ir / 100
  return {
    name: `${GROUPS[type]} ${String.fromCharCode(65 + no)} · ${SOURCE_SUFFIXES[no % SOURCE_SUFFIXES.length] ?? 'main'}`,
    type,
    status,
    reason:
      status === 'autoPaused' ? chance.pick(['redirect_errors', 'hash_errors', 'click_target_reached'] as const) : null,
    target,
    supplyPriceCents: Math.round(sellPriceCents * (0.45 + chance.fraction() * 0.25)),
    supplierNos,
    // the README sends its first entrants to a classic source, which therefore takes them at any hour
    pacing: chance.pick(type === 'classic' ? ([1, 1, 1, 1] as const) : ([1, 1, 2, 3] as const)),
    clickBalancing: chance.fraction() < 0.15,
    pastEntrants:
      isDraft || surveyStatus === 'cancelled'
        ? 0
        : Math.min(chance.whole(40, 420), Math.round((target * (0.3 + chance.fraction() * 0.5)) / (share * 0.8))),
    quality: {
      weights: {
        complete: share * 80,
        term: (1 - share) * 72,
        overquota: 4 + chance.whole(0, 6),
        quality: chance.whole(1, 7),
        security: chance.whole(0, 3),
        abandon: chance.whole(3, 12),
      },
      loiFactor: 0.85 + chance.fraction() * 0.4,
    },
  }
}

function statusOfSource(chance: Chance, surveyStatus: StatusName): StatusName {
  if (surveyStatus === 'complete' || surveyStatus === 'cancelled' || surveyStatus === 'draft') return surveyStatus
  return chance.weighted({ live: 12, paused: 3, autoPaused: 2, draft: 1, complete: 0, cancelled: 0 })
}
