import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { SourceAlias, SourceDuplication, sourceForm, type SourceFormRules } from './source-form.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const good = { stream_name: 'Open panel', respondents: 100, stream_status_cd: 3, supplier_cpi: 2.5 }
const DIY: SourceFormRules = { type: 'diy', clickBalancing: false, seesSupplyPrice: true }

function faultsOf(schema: Schema.Decoder<unknown>, values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(
        ({ path, message }) => `${(path ?? []).map(String).join('_')}: ${message}`,
      )
}

describe('the form of a source (§5.18)', () => {
  test('good values pass', () => expect(faultsOf(sourceForm(DIY), good)).toEqual([]))

  test('Target (N), Source Name and Status are required, and the Supply Price (§5.18, §5.19)', () =>
    expect(faultsOf(sourceForm(DIY), {})).toEqual([
      'stream_name: Source Name is required',
      'respondents: Target (N) is required',
      'stream_status_cd: Status is required',
      'supplier_cpi: Supply Price is required',
    ]))

  test('the Calculation Type is required with click balancing, and not without (§5.18)', () => {
    expect(faultsOf(sourceForm({ ...DIY, clickBalancing: true }), { ...good, click_balancing: true })).toEqual([
      'calculation_type_code_ud: Calculation Type is required',
    ])
    expect(
      faultsOf(sourceForm({ ...DIY, clickBalancing: true }), {
        ...good,
        click_balancing: true,
        calculation_type_code_ud: 3,
      }),
    ).toEqual([])
  })

  test.each([
    [{ supplier_cpi: 'two' }, 'supplier_cpi: Supply Price must be a valid number'],
    [{ supplier_cpi: Number.NaN }, 'supplier_cpi: Supply Price must be a valid number'],
    [{ supplier_cpi: 0 }, 'supplier_cpi: Supply Price must be a valid number'],
    [{ supplier_cpi: 0.009 }, 'supplier_cpi: Supply Price must be a valid number'],
    [{ supplier_cpi: 200.01 }, 'supplier_cpi: Supply Price value must be less than $200.00'],
    [{ supplier_cpi: 2.505 }, 'supplier_cpi: Supply Price has at most two decimals'],
    [{ respondents: 2.5 }, 'respondents: Target (N) must be a whole number'],
    [{ respondents: -1 }, 'respondents: Target (N) must be a valid number'],
    [{ stream_name: ' ' }, 'stream_name: Source Name is required'],
    [{ stream_name: 'x'.repeat(201) }, 'stream_name: Source Name must be at most 200 characters'],
    [{ stream_status_cd: 7 }, 'stream_status_cd: Status is not in the list'],
    [{ calculation_type_code_ud: 4 }, 'calculation_type_code_ud: Calculation Type is not in the list'],
    [{ pacing: 0.5 }, 'pacing: Pacing is required'],
    [{ pacing: 4 }, 'pacing: Pacing is not in the list'],
    [{ hold_places: 4 }, 'hold_places: Hold places is not in the list'],
    [{ out_of_field_date: '2018-12-31T23:59:59Z' }, 'out_of_field_date: Please enter a valid date'],
  ])('%j has one fault (§5.18, §5.19)', (values, fault) =>
    expect(faultsOf(sourceForm(DIY), { ...good, ...values })).toEqual([fault]),
  )

  test.each([0.01, 0.29, 1.15, 200])('%f is a Supply Price (§5.19, §9.2)', price =>
    expect(faultsOf(sourceForm(DIY), { ...good, supplier_cpi: price })).toEqual([]),
  )

  test('every cost basis and every pace of the lists is taken (§3.37, §9.6)', () =>
    expect(
      [1, 2, 3].map(code =>
        faultsOf(sourceForm({ ...DIY, clickBalancing: true }), {
          ...good,
          calculation_type_code_ud: code,
          pacing: code,
        }),
      ),
    ).toEqual([[], [], []]))

  test('a Lucid source needs no Supply Price, nor does a view that hides it (§5.19)', () => {
    const { supplier_cpi: _, ...without } = good
    expect([
      faultsOf(sourceForm({ ...DIY, type: 'lucid' }), without),
      faultsOf(sourceForm({ ...DIY, seesSupplyPrice: false }), without),
      faultsOf(sourceForm({ ...DIY, type: 'classic' }), without),
    ]).toEqual([[], [], ['supplier_cpi: Supply Price is required']])
  })
})

test.each([0, 51, 1.5, 'all'])('%j are no copies', copies =>
  expect(faultsOf(SourceDuplication, { stmid: 1, copies })).toHaveLength(1),
)

test('an alias has no control characters', () => {
  expect([
    faultsOf(SourceAlias, { alias: 'a\u0007b', auto_boost: false }),
    faultsOf(SourceAlias, { alias: null, auto_boost: true }),
    faultsOf(SourceAlias, { alias: 'Prime', auto_boost: true }),
  ]).toEqual([['alias: Alias must not contain control characters'], [], []])
})
