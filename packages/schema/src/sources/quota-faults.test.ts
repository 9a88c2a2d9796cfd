import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { quotaProblems, repeatedInQuotas, type IsKnown, type JudgedQuotas } from './quota-faults.ts'
import { QualsQuotasInput, type Condition } from './quals-quotas.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
function faultsOf(values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(QualsQuotasInput, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(
        ({ path, message }) => `${(path ?? []).map(String).join('_')}: ${message}`,
      )
}

const age = (min: number | null, max: number | null): Condition => ({ param: 'AGE', min, max })
const gender = (...codes: string[]): Condition => ({ param: 'GENDER', in: codes })
const quota = (name: string, target: number, ...conditions: Condition[]) => ({ name, target, conditions })
const lines = (problems: readonly { readonly path: readonly string[]; readonly message: string }[]) =>
  problems.map(({ path, message }) => `${path.join('_')}: ${message}`)
const everyPrecode = () => true

describe('conditions', () => {
  const withCondition = (condition: object) =>
    faultsOf({ stmid: 1, qualifications: [{ name: 'Age', ...condition }], quota_groups: [] })
  test.each([
    [{ param: 'AGE', min: 18, max: 18 }],
    [{ param: 'AGE', min: 18, max: null }],
    [{ param: 'GENDER', in: ['1', '2'] }],
  ])('%j is one', condition => expect(withCondition(condition)).toEqual([]))
  test.each([
    [{ param: 'AGE', min: 35, max: 34 }, 'qualifications_0_max: The range is empty: its end is below its beginning'],
    [{ param: 'AGE' }, 'qualifications_0_in: Choose at least one answer'],
    [{ param: 'AGE', min: null, max: null }, 'qualifications_0_in: Choose at least one answer'],
    [{ param: 'AGE', in: [] }, 'qualifications_0_in: Choose at least one answer'],
    [{ param: 'AGE', in: ['1', '1'] }, 'qualifications_0_in: An answer is there twice'],
    [{ param: 'AGE', in: ['1'], min: 1 }, 'qualifications_0_in: Answers or limits, not both'],
    [{ param: 'AGE', min: 'ten' }, 'qualifications_0_min: Must be a valid number'],
    [{ param: 'AGE', min: Number.POSITIVE_INFINITY }, 'qualifications_0_min: Must be a valid number'],
    [{ min: 1 }, 'qualifications_0_param: Qualification is required'],
    [{ param: '', min: 1 }, 'qualifications_0_param: Qualification is required'],
    [
      { param: 'rid', min: 1 },
      'qualifications_0_param: Precode must not be sup, rid, t, fp or ordud: the entry link uses these itself',
    ],
    [
      { param: 'a&b', min: 1 },
      'qualifications_0_param: Precode must be made of letters, digits, dots, dashes and underscores',
    ],
  ])('%j is refused by its path', (condition, fault) => expect(withCondition(condition)).toEqual([fault]))

  test('a quota has a name and a whole target (§5.12)', () =>
    expect(
      faultsOf({
        stmid: 1,
        qualifications: [],
        quota_groups: [{ name: '', quotas: [{ name: 'Young', target: 1.5, conditions: [] }] }],
      }),
    ).toEqual([
      'quota_groups_0_name: Name is required',
      'quota_groups_0_quotas_0_target: Target (N) must be a whole number',
    ]))
})

describe('a duplicate', () => {
  test('is named by its path', () => {
    const groups = [
      {
        name: 'Women',
        conditions: [gender('2')],
        quotas: [
          { ...quota('Young', 5, age(18, 34)), quota_no: 3 },
          { ...quota('Again', 5, age(18, 34)), quota_no: 3 },
          quota('Twice', 5, gender('1')),
        ],
      },
      { name: 'Others', quotas: [quota('Young women', 5, age(18, 34), gender('2')), quota('Anybody', 5)] },
    ]
    expect(
      lines(
        repeatedInQuotas({
          qualifications: [
            { name: 'Age', ...age(18, 64) },
            { name: 'Years', ...age(18, 64) },
          ],
          quota_groups: groups,
        }),
      ),
    ).toEqual([
      'qualifications_1_param: Qualification AGE is there twice',
      'quota_groups_0_quotas_1_quota_no: Quota 3 is there twice',
      'quota_groups_0_quotas_1_conditions: Quota Young has the same conditions',
      'quota_groups_0_quotas_2_conditions_0_param: GENDER is there twice',
      'quota_groups_1_quotas_0_conditions: Quota Young has the same conditions',
      'quota_groups_1_quotas_1_conditions: A quota needs a condition',
    ])
  })
})

describe('a fault that blocks the launch', () => {
  const judged = (quotas: Partial<JudgedQuotas>, isKnown: IsKnown = everyPrecode) =>
    lines(quotaProblems({ respondents: 100, qualifications: [], quota_groups: [], ...quotas }, isKnown))
  const qualifications = [
    { name: 'Age', ...age(18, 64) },
    { name: 'Gender', ...gender('1', '2') },
  ]

  test('is nothing where each quota lies within the qualifications, and their targets within N', () =>
    expect(
      judged({
        qualifications,
        quota_groups: [
          {
            name: 'Women',
            conditions: [gender('2')],
            target: 60,
            quotas: [quota('Young', 30, age(18, 34)), quota('Old', 30, age(60, null))],
          },
          { name: 'Men', conditions: [gender('1')], quotas: [quota('All', 40, { param: 'HISPANIC', in: ['1'] })] },
        ],
      }),
    ).toEqual([]))

  test('is a condition outside of the source’s own qualifications', () =>
    expect(
      judged({
        qualifications,
        quota_groups: [
          {
            name: 'Third',
            conditions: [gender('3')],
            quotas: [
              quota('Children', 5, age(null, 17)),
              quota('Coded', 5, { param: 'AGE', in: ['65', 'old'] }),
              quota('Coded well', 5, { param: 'AGE', in: ['17', '20'] }),
            ],
          },
        ],
      }),
    ).toEqual([
      'quota_groups_0_conditions_0: No respondent can meet this: the source takes Gender 1, 2 alone',
      'quota_groups_0_quotas_0_conditions_0: No respondent can meet this: the source takes Age 18 to 64 alone',
      'quota_groups_0_quotas_1_conditions_0: No respondent can meet this: the source takes Age 18 to 64 alone',
    ]))

  test('is a range where the qualification has codes that all lie outside', () =>
    expect(
      judged({
        qualifications: [{ name: 'Age', param: 'AGE', in: ['1', '2'] }],
        quota_groups: [{ name: 'G', quotas: [quota('Q', 1, age(3, 9)), quota('R', 1, age(2, 9))] }],
      }),
    ).toEqual(['quota_groups_0_quotas_0_conditions_0: No respondent can meet this: the source takes Age 1, 2 alone']))

  test('are targets that add up to more than their group’s, or than N', () =>
    expect(
      judged({
        quota_groups: [
          { name: 'Women', target: 50, quotas: [quota('A', 30, age(1, 2)), quota('B', 30, age(3, 4))] },
          { name: 'Men', quotas: [quota('C', 41, age(5, 6))] },
        ],
      }),
    ).toEqual([
      'quota_groups_0_target: The quotas of Women add up to 60, more than its target of 50',
      'quota_groups: The quotas add up to 101, more than the Target (N) of 100',
    ]))

  test('is a precode that no qualification has', () =>
    expect(
      judged(
        {
          qualifications: [{ name: 'Ages', ...age(18, 64) }],
          quota_groups: [{ name: 'G', quotas: [quota('Q', 1, gender('1'), age(20, 30))] }],
        },
        () => false,
      ),
    ).toEqual([
      'qualifications_0_param: No qualification has the precode AGE',
      'quota_groups_0_quotas_0_conditions_0_param: No qualification has the precode GENDER',
    ]))

  test('are answers of which none is an option, and not those of which one is', () =>
    expect(
      judged(
        {
          qualifications: [{ name: 'Gender', ...gender('1', '3') }],
          quota_groups: [
            {
              name: 'G',
              quotas: [
                quota('Q', 1, gender('3')),
                quota('R', 1, gender('1', '3')),
                quota('S', 1, gender('4', '3', '5'), age(1, 2)),
              ],
            },
          ],
        },
        (_, code) => code === undefined || code === '1',
      ),
    ).toEqual([
      'quota_groups_0_quotas_0_conditions_0_in: GENDER has no option with the precode 3',
      'quota_groups_0_quotas_2_conditions_0_in: GENDER has no option with the precode 4, 3, 5',
    ]))
})
