import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuotaGroup, SourceQualification } from '@desk/schema/sources/quals-quotas'
import type { QuotaGroupValue } from '../quota-values.ts'
import { outsideBands, readBands, typedBands, type Axis, type Band } from './bands.ts'
import { censusWeights, US_2024 } from './census.ts'
import { removedWords, sumWords, untakenWords } from './grid-words.ts'
import {
  carriedTargets,
  countOf,
  gridIn,
  ofRangesFirst,
  placesOf,
  quotasByForm,
  targetsOf,
  withCell,
  withTargets,
  type QuotaGrid,
} from './quota-grid.ts'
import { areWhole, shareWords, sharesOf, spread, sumOf } from './spread.ts'

const NAMES = new Map([
  [
    'gender',
    new Map([
      ['1', 'Man'],
      ['2', 'Woman'],
      ['3', 'Non-binary'],
    ]),
  ],
])
const LABELS = new Map([
  ['age', 'Age'],
  ['gender', 'Gender'],
  ['region', 'Region'],
])
const AGE: SourceQualification = { name: 'Age', param: 'age', min: 18, max: 64 }
const GENDER: SourceQualification = { name: 'Gender', param: 'gender', in: ['1', '2', '3'] }

function bandsIn(typed: string, within = AGE): readonly Band[] {
  const read = readBands(typed, within)
  if ('fault' in read) throw new Error(read.fault)
  return read.bands
}

const genders: Axis = {
  param: 'gender',
  name: 'Gender',
  bands: [
    { label: 'Men', condition: { param: 'gender', in: ['1'] } },
    { label: 'Women', condition: { param: 'gender', in: ['2'] } },
  ],
}
const ages = (typed: string): Axis => ({ param: 'age', name: 'Age', bands: bandsIn(typed) })
const GRID: QuotaGrid = { axes: [ages('18-24, 25-34'), genders], isInterlocked: true }
const NOTHING_KNOWN = new Map<never, never>()

const anAgeAxis = fc.uniqueArray(fc.integer({ min: 1, max: 98 }), { minLength: 2, maxLength: 6 }).map((edges): Axis => {
  const ordered = edges.toSorted((one, other) => one - other)
  const bands = ordered.slice(1).map((edge, at): Band => {
    const [min, max] = [ordered[at] ?? 0, edge - 1]
    return { label: min === max ? String(min) : `${min}–${max}`, condition: { param: 'age', min, max } }
  })
  return { param: 'age', name: 'Age', bands }
})
const aRegionAxis = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 5 })
  .map((codes): Axis => ({
    param: 'region',
    name: 'Region',
    bands: codes.map(code => ({ label: code, condition: { param: 'region', in: [code] } })),
  }))
const aGrid = fc
  .tuple(anAgeAxis, fc.option(fc.constant(genders), { nil: null }), fc.option(aRegionAxis, { nil: null }), fc.boolean())
  .map(([age, gender, region, isInterlocked]): QuotaGrid => {
    const axes = [age, ...(gender === null ? [] : [gender]), ...(region === null ? [] : [region])]
    return { axes: ofRangesFirst(axes), isInterlocked: axes.length === 1 || isInterlocked }
  })
const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0)

describe('a grid of quotas', () => {
  test('a grid becomes quotas and the same grid again, with every target, number and name (day.md §8)', () => {
    fc.assert(
      fc.property(aGrid, fc.infiniteStream(fc.integer({ min: 1, max: 9_999 })), (grid, numbers) => {
        const places = placesOf(grid)
        const targets = new Map(places.map(({ form }) => [form, String(numbers.next().value)]))
        const known = new Map(places.map(({ form }, at) => [form, { quota_no: at + 1, name: `Quota ${at}` }]))
        const groups = withTargets([], grid, targets, known)
        const found = gridIn(groups, LABELS, NAMES)
        expect(
          'grid' in found && {
            ...found.grid,
            places: placesOf(found.grid)
              .map(({ form }) => form)
              .toSorted(),
          },
        ).toEqual({
          ...grid,
          // codes have the order of their first quotas, ranges their own
          axes: 'grid' in found ? found.grid.axes.map(({ param }) => grid.axes.find(axis => axis.param === param)) : [],
          places: places.map(({ form }) => form).toSorted(),
        })
        expect(targetsOf(groups)).toEqual(targets)
        expect(withTargets([], grid, targetsOf(groups), known)).toEqual(groups)
        expect([...quotasByForm(groups)].map(([form, { value }]) => [value.quota_no, value.name, form])).toEqual(
          places.map(({ form }, at) => [at + 1, `Quota ${at}`, form]),
        )
      }),
    )
  })

  test('a change of the axes keeps the sum of the targets while a place agrees with each (day.md §8)', () => {
    fc.assert(
      fc.property(aGrid, aRegionAxis, fc.infiniteStream(fc.integer({ min: 1, max: 99 })), (grid, region, numbers) => {
        const places = placesOf(grid)
        const targets = new Map(places.map(({ form }) => [form, String(numbers.next().value)]))
        const axes = grid.axes.some(({ param }) => param === 'region')
          ? grid.axes.filter(({ param }) => param !== 'region')
          : [...grid.axes, region]
        const next = { axes, isInterlocked: true }
        const carried = carriedTargets(targets, places, next, 1_000)
        const lost = grid.isInterlocked
          ? 0
          : sum(
              places.map(({ form, conditions: [only] }) =>
                axes.some(({ param }) => param === only?.param) ? 0 : countOf(targets.get(form)),
              ),
            )
        expect(sum([...carried.values()].map(countOf)) + lost).toBe(sum([...targets.values()].map(countOf)))
      }),
    )
  })

  test('a cell that is emptied and typed again keeps its number; the others keep theirs (api:T4)', () => {
    const groups: readonly QuotaGroupValue[] = [
      {
        name: 'Men',
        conditions: [{ param: 'gender', in: ['1'] }],
        target: '',
        quotas: [
          { quota_no: 4, name: 'Young men', conditions: [{ param: 'age', min: 18, max: 24 }], target: '20' },
          { quota_no: 7, name: 'Other men', conditions: [{ param: 'age', min: 25, max: 34 }], target: '30' },
        ],
      },
    ]
    const [young] = placesOf(GRID)
    const known = new Map([[young!.form, { quota_no: 4, name: 'Young men' }]])
    const emptied = withCell(groups, GRID, young!, '', known)
    expect(emptied[0]?.quotas.map(({ quota_no }) => quota_no)).toEqual([7])
    expect(withCell(emptied, GRID, young!, '25', known)).toEqual([
      { ...groups[0], quotas: [{ ...groups[0]!.quotas[0], target: '25' }, groups[0]!.quotas[1]] },
    ])
  })

  test('a new quota is named by its conditions, in one group that is named by the axes (day.md §8)', () => {
    const targets = new Map(placesOf(GRID).map(({ form }) => [form, '5']))
    expect(withTargets([], GRID, targets, NOTHING_KNOWN)).toEqual([
      {
        name: 'Age × Gender',
        conditions: [],
        target: '',
        quotas: ['Men 18–24', 'Men 25–34', 'Women 18–24', 'Women 25–34'].map(name =>
          expect.objectContaining({ name, target: '5' }),
        ),
      },
    ])
  })

  test.each([
    [[{ name: 'G', conditions: [], target: '9', quotas: [] }], 'The group G has a target of its own.'],
    [
      [
        {
          name: 'G',
          conditions: [],
          target: '',
          quotas: [
            {
              name: 'A',
              conditions: [
                { param: 'age', min: 1, max: 2 },
                { param: 'gender', in: ['1'] },
              ],
              target: '1',
            },
            { name: 'B', conditions: [{ param: 'age', min: 3, max: 4 }], target: '1' },
          ],
        },
      ],
      'B does not have the qualifications of the others.',
    ],
    [
      [
        {
          name: 'G',
          conditions: [],
          target: '',
          quotas: [
            { name: 'A', conditions: [{ param: 'age', min: 18, max: 24 }], target: '1' },
            { name: 'B', conditions: [{ param: 'age', min: 20, max: null }], target: '1' },
          ],
        },
      ],
      '18–24 and 20+ overlap.',
    ],
  ])('quotas that are no grid: %#: the reason is a sentence (day.md §8)', (groups, why) => {
    expect(gridIn(groups, LABELS, NAMES)).toEqual({ why })
  })
})

describe('bands', () => {
  test('typed bands come in their order, cut to the range of the source (day.md §8)', () => {
    expect(typedBands(bandsIn('55+; 18 to 24, 25–34'))).toBe('18-24, 25-34, 55-64')
  })
  test.each([
    ['18-24, x', '“x” is no band: write 18-24 or 65+.'],
    ['18-24, 20-30', '18–24 and 20–30 overlap.'],
    ['65+', 'The source takes no respondent of “65+”: it takes Age 18–64.'],
    ['24-18', '“24-18” ends below its beginning.'],
    ['', 'Give at least one band, such as 18-24.'],
  ])('%j is refused in words', (typed, fault) => {
    expect(readBands(typed, AGE)).toEqual({ fault })
  })
  test('respondents whom no band takes are named: gaps of a range, answers without a band (day.md §8)', () => {
    expect([
      outsideBands(ages('20-24, 30-34'), AGE, NAMES),
      outsideBands(ages('18-64'), { ...AGE, max: null }, NAMES),
      outsideBands(ages('18-64'), undefined, NAMES),
      outsideBands(genders, GENDER, NAMES),
    ]).toEqual([['Age 18–19', 'Age 25–29', 'Age 35–64'], ['Age 65+'], ['Age up to 17', 'Age 65+'], ['Non-binary']])
  })
  test('the sentence names empty cells too; parallel bands of one axis take everybody', () => {
    const targets = new Map(placesOf(GRID).map(({ form }, at) => [form, at === 0 ? '' : '5']))
    expect(untakenWords(GRID, targets, [AGE, GENDER], NAMES)).toBe(
      'No quota takes Age 35–64, Non-binary, Men 18–24: they become overquota.',
    )
    const parallel = { axes: [ages('18-64'), genders], isInterlocked: false }
    const all = new Map(placesOf(parallel).map(({ form }) => [form, '5']))
    expect(untakenWords(parallel, all, [AGE, GENDER], NAMES)).toBe('Every respondent who qualifies has a quota.')
  })
})

describe('sums and shares', () => {
  test('parts are whole, add up to the total, and are less than one away from their exact share (day.md §8)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(fc.double({ min: 0, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (total, weights) => {
          const parts = spread(total, weights)
          const all = sum(weights)
          expect(sum(parts)).toBe(total)
          for (const [at, part] of parts.entries())
            expect(Math.abs(part - (all === 0 ? total / weights.length : (total * weights[at]!) / all))).toBeLessThan(
              1.000001,
            )
        },
      ),
    )
  })
  test('equal remainders go to the first', () => expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3]))
  test('shown shares add up to 100, and give up to 1,000 completes their targets again (day.md §8)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 12 }), targets => {
        const shares = sharesOf(targets)
        expect(sumOf(shares)).toBe(100)
        expect(spread(sum(targets), shares)).toEqual(targets)
      }),
    )
    expect(sharesOf([0, 0])).toEqual([0, 0])
  })
  test('sentences of sums and shares', () => {
    expect([
      sumWords(300, 300),
      sumWords(280, 300),
      sumWords(320, 300),
      sumWords(5, 0),
      shareWords(100),
      shareWords(99.9),
      shareWords(100.2),
      shareWords(92),
      areWhole(98.9),
      removedWords(
        [
          { quota_no: 1, name: 'Young', completes: 34 },
          { quota_no: 2, name: 'Old', completes: 0 },
        ],
        new Set(),
      ),
      removedWords([{ quota_no: 1, name: 'Young', completes: 34 }], new Set([1])),
    ]).toEqual([
      'Adds up to Target (N) 300.',
      'Adds up to 280: 20 below Target (N) 300.',
      'Adds up to 320: 20 above Target (N) 300.',
      'Adds up to 5. The source has no Target (N) yet.',
      'The shares add up to 100 %.',
      'The shares add up to 99.9 %. The other 0.1 % is spread by largest remainder.',
      'The shares add up to 100.2 %. The 0.2 % above 100 % is taken off by largest remainder.',
      'The shares add up to 92 %, not to 100 %.',
      false,
      'A save removes quotas with completes: Young (34).',
      null,
    ])
  })
})

describe('the census', () => {
  const us = (axes: readonly Axis[]) => censusWeights(US_2024, { axes, isInterlocked: true })
  test('its adults add up to the published residents of 18 years and more (nc-est2024-agesex-res.csv)', () => {
    const open: SourceQualification = { name: 'Age', param: 'age', min: 18, max: null }
    const adults = { param: 'age', name: 'Age', bands: bandsIn('18+', open) }
    expect(us([adults])).toEqual({ weights: [266_978_268] })
    expect(us([adults, genders])).toEqual({ weights: [130_932_627, 136_045_641] })
  })
  test('it says which band or axis it cannot tell', () => {
    const wide: SourceQualification = { name: 'Age', param: 'age', min: 0, max: null }
    const region: Axis = {
      param: 'region',
      name: 'Region',
      bands: [{ label: 'North', condition: { param: 'region', in: ['n'] } }],
    }
    const other: Axis = {
      ...genders,
      bands: [...genders.bands, { label: 'Non-binary', condition: { param: 'gender', in: ['3'] } }],
    }
    expect([
      us([{ ...genders, param: 'age', name: 'Age', bands: bandsIn('16-24', wide) }]),
      us([ages('18-24'), region]),
      us([ages('18-24'), other]),
    ]).toEqual([
      { why: 'The census has ages from 18 to 84, and 85+; it cannot tell 16–24.' },
      { why: 'The census has age and gender, not Region.' },
      { why: 'The census does not count Non-binary.' },
    ])
  })
})

test('stored quotas in groups by gender open as a grid with ages as columns (day.md §8)', () => {
  const stored = (['1', '2'] as const).map((code): Pick<QuotaGroup, 'name' | 'conditions'> & QuotaGroupValue => ({
    name: code,
    conditions: [{ param: 'gender', in: [code] }],
    target: '',
    quotas: [{ name: 'x', conditions: [{ param: 'age', min: 18, max: 34 }], target: '1' }],
  }))
  const found = gridIn(stored, LABELS, NAMES)
  expect('grid' in found && found.grid.axes.map(({ name, bands }) => [name, bands.map(({ label }) => label)])).toEqual([
    ['Age', ['18–34']],
    ['Gender', ['Men', 'Women']],
  ])
})
