import { describe, expect, test } from 'vitest'
import { answersWords, codesOf, conditionsWords } from './condition-words.ts'
import {
  evenGroup,
  evenParts,
  groupOfAnswers,
  leftFor,
  quotaLines,
  quotaValues,
  quotaWire,
  remainders,
  remainderWords,
  withoutQuota,
  withQuota,
  type QuotaGroupValue,
} from './quota-values.ts'

const GROUP: QuotaGroupValue = {
  name: 'Gender',
  conditions: [],
  target: '60',
  quotas: [
    { quota_no: 1, name: 'Men', conditions: [{ param: 'gender', in: ['1'] }], target: '40' },
    { name: 'Women', conditions: [{ param: 'gender', in: ['2'] }], target: '' },
  ],
}
const OPEN: QuotaGroupValue = {
  name: 'Age',
  conditions: [{ param: 'age', min: 18, max: null }],
  target: '',
  quotas: [{ name: 'Young', conditions: [], target: '70' }],
}

describe('quotas while they are typed', () => {
  test('the remainder of Target (N) and of each group’s own target; a group without one has none (§2.20)', () => {
    expect(remainders('100', [GROUP, OPEN])).toEqual({
      source: { sum: 110, left: -10 },
      groups: [
        { sum: 40, left: 20 },
        { sum: 70, left: null },
      ],
    })
    expect(remainders('', [GROUP])).toEqual({ source: { sum: 40, left: null }, groups: [{ sum: 40, left: 20 }] })
    expect([
      remainderWords({ sum: 40, left: 20 }, '60'),
      remainderWords({ sum: 60, left: 0 }, '60'),
      remainderWords({ sum: 70, left: -10 }, '60'),
      remainderWords({ sum: 70, left: null }, ''),
    ]).toEqual(['20 of 60 not allocated', 'all of 60 allocated', '10 more than 60', '70 allocated'])
  })

  test('an even split gives whole parts that add up, whatever does not divide', () => {
    expect([evenParts(100, 3), evenParts(2, 3), evenParts(0, 2), evenParts(5, 0)]).toEqual([
      [34, 33, 33],
      [1, 1, 0],
      [0, 0],
      [],
    ])
    expect(evenGroup([GROUP], 0, 61)[0]?.quotas.map(({ target }) => target)).toEqual(['31', '30'])
  })

  test('one quota for each answer of a qualification, the target shared among them', () => {
    expect(
      groupOfAnswers(
        { name: 'Gender', param: 'gender' },
        [
          { code: '1', name: 'Man' },
          { code: '2', name: 'Woman' },
        ],
        5,
      ),
    ).toEqual({
      name: 'Gender',
      conditions: [],
      target: '',
      quotas: [
        { name: 'Man', conditions: [{ param: 'gender', in: ['1'] }], target: '3' },
        { name: 'Woman', conditions: [{ param: 'gender', in: ['2'] }], target: '2' },
      ],
    })
  })

  test('quotas of another qualification, and an even split, share what the other groups leave of Target (N); never more than there is', () => {
    const gender = groupOfAnswers(
      { name: 'Gender', param: 'gender' },
      [
        { code: '1', name: 'Man' },
        { code: '2', name: 'Woman' },
      ],
      leftFor('100', []),
    )
    const age = groupOfAnswers({ name: 'Age', param: 'age' }, [{ code: '1', name: 'Young' }], leftFor('100', [gender]))
    expect([gender, age].map(({ quotas }) => quotas.map(({ target }) => target))).toEqual([['50', '50'], ['0']])
    expect([
      leftFor('100', [GROUP, OPEN]),
      leftFor('100', [GROUP]),
      leftFor('100', [GROUP, OPEN], 0),
      leftFor('', [GROUP]),
    ]).toEqual([0, 60, 30, 0])
  })

  test('a change of one quota keeps every other line’s object', () => {
    const [gender, age] = withQuota([GROUP, OPEN], { group: 0, quota: 1 }, { target: '9' })
    expect([gender?.quotas[0] === GROUP.quotas[0], age === OPEN, gender?.quotas[1]?.target]).toEqual([true, true, '9'])
    expect(withoutQuota([GROUP], { group: 0, quota: 0 })[0]?.quotas.map(({ name }) => name)).toEqual(['Women'])
    expect(quotaLines([GROUP, OPEN])).toEqual([
      { group: 0, quota: null },
      { group: 0, quota: 0 },
      { group: 0, quota: 1 },
      { group: 1, quota: null },
      { group: 1, quota: 0 },
    ])
  })

  test('on the wire an empty target is left out, and a text that is no number stays as it was typed', () => {
    expect(
      quotaWire([
        {
          ...GROUP,
          target: '',
          quotas: [
            { ...GROUP.quotas[0]!, target: '4.' },
            { ...GROUP.quotas[1]!, target: '1.2.3' },
          ],
        },
        { ...OPEN, quotas: [{ ...OPEN.quotas[0]!, target: '' }] },
      ]),
    ).toEqual([
      {
        name: 'Gender',
        conditions: [],
        quotas: [
          { quota_no: 1, name: 'Men', conditions: [{ param: 'gender', in: ['1'] }], target: 4 },
          { name: 'Women', conditions: [{ param: 'gender', in: ['2'] }], target: '1.2.3' },
        ],
      },
      { name: 'Age', conditions: [{ param: 'age', min: 18, max: null }], quotas: [{ name: 'Young', conditions: [] }] },
    ])
  })

  test('a stored quota keeps its number; its counts stay outside the form', () => {
    const stored = {
      name: 'Gender',
      conditions: [],
      target: null,
      quotas: [{ quota_no: 7, name: 'Men', conditions: [], target: 40, completes: 3, inflight: 1, remaining: 37 }],
    }
    expect(quotaValues([stored])).toEqual([
      {
        name: 'Gender',
        conditions: [],
        target: '',
        quotas: [{ quota_no: 7, name: 'Men', conditions: [], target: '40' }],
      },
    ])
  })
})

describe('conditions in words', () => {
  const names = new Map([
    [
      'gender',
      new Map([
        ['1', 'Man'],
        ['2', 'Woman'],
      ]),
    ],
  ])
  test('answers by name, the first three of many; ranges; unknown ones by code', () => {
    expect([
      answersWords({ param: 'gender', in: ['2', '1', '9', '10', '11'] }, names),
      answersWords({ param: 'age', min: 18, max: 24 }, names),
      conditionsWords(
        [
          { param: 'gender', in: ['1'] },
          { param: 'age', min: null, max: 24 },
        ],
        new Map([['gender', 'Gender']]),
        names,
      ),
    ]).toEqual(['Woman, Man, 9 and 2 more', '18 to 24', 'Gender: Man · age: 24 or less'])
  })
  test('pasted codes: by line, comma, semicolon or tab, each once', () =>
    expect(codesOf(' 10001\r\n10002,10003;10001\t\n')).toEqual(['10001', '10002', '10003']))
})
