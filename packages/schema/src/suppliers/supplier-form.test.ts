import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { SupplierChanges, SupplierForm, SupplierThresholds, withSpareThresholds } from './supplier-form.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The faults by the key that §5.28 gives them. */
function faults(schema: Schema.Decoder<unknown>, values: unknown): Record<string, string> {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  if (Result.isSuccess(decoded)) return {}
  return Object.fromEntries(
    format(decoded.failure.issue).issues.map(({ path = [], message }) => [path.map(String).join('_'), message]),
  )
}

const form = (values: Readonly<Record<string, unknown>>) => faults(SupplierForm, withSpareThresholds(values))

const GOOD = { name: 'Opinion Harbor', pm_supplier_type_code_ud: 1, recruitment_type: 3 }
const ON = { custom_security_flg: true, text_analytics_flg: true, bot_detection_flg: true, activity_enabled_flg: true }

describe('the form of a supplier', () => {
  test('name, type and recruitment type are required (§5.16)', () => {
    expect(form({ name: '  ' })).toEqual({
      name: 'Name is required',
      pm_supplier_type_code_ud: 'Type is required',
      recruitment_type: 'Recruitment Type is required',
    })
    expect(form({ ...GOOD, recruitment_type: 'panel' })).toEqual({ recruitment_type: 'Recruitment Type is required' })
    expect(form(GOOD)).toEqual({})
  })

  test('a threshold is required when custom security and its own flag are on, and only then (§5.17)', () => {
    const missing = (security: Readonly<Record<string, boolean>>) => form({ ...GOOD, ...security })
    const required = {
      language_threshold: 'Language Threshold is required',
      threat_level: 'Threat Level is required',
      token_threshold: 'Token Threshold is required',
    }
    expect(missing(ON)).toEqual(required)
    expect(missing({ ...ON, custom_security_flg: false })).toEqual({})
    expect(missing({ ...ON, text_analytics_flg: false })).toEqual({
      threat_level: required.threat_level,
      token_threshold: required.token_threshold,
    })
    expect(missing({ ...ON, bot_detection_flg: false })).toEqual({
      language_threshold: required.language_threshold,
      token_threshold: required.token_threshold,
    })
    expect(missing({ custom_security_flg: true, activity_enabled_flg: true })).toEqual({
      token_threshold: required.token_threshold,
    })
    expect([
      faults(SupplierThresholds, withSpareThresholds(ON)),
      faults(
        SupplierThresholds,
        withSpareThresholds({ ...ON, language_threshold: null, threat_level: null, token_threshold: 1 }),
      ),
    ]).toEqual([required, { language_threshold: required.language_threshold, threat_level: required.threat_level }])
  })

  test('a threshold that is given is a whole number in its range, whatever is on', () => {
    const of = (threat_level: unknown) => form({ ...GOOD, threat_level })['threat_level']
    expect(['much', 1.5, -1, 101, 0, 100].map(of)).toEqual([
      'Threat Level must be a valid number',
      'Threat Level must be a whole number',
      'Threat Level must be 0 or more',
      'Threat Level cannot be greater than 100',
      undefined,
      undefined,
    ])
  })

  test('the price may be left out, and is money', () => {
    const of = (supplier_cpi: unknown) => form({ ...GOOD, supplier_cpi })['supplier_cpi']
    expect([0, 2.55, 200, 'x', -1, 200.01, 1.234].map(of)).toEqual([
      undefined,
      undefined,
      undefined,
      'Supplier CPI must be a valid number',
      'Supplier CPI must be 0 or more',
      'Supplier CPI cannot be greater than $200',
      'Supplier CPI must have at most 2 decimals',
    ])
  })
})

describe('a supplier as it is sent', () => {
  test('has the faults of its redirects under the names of the form’s fields (§5.28)', () => {
    const bad = 'http://p.example/'
    const expected = {
      redirects_complete: 'Complete redirect must begin with https://',
      redirects_security: 'Security redirect must begin with https://',
    }
    const redirects = (['complete', 'security'] as const).map(type => ({ type, url: bad }))
    expect(faults(SupplierChanges, { ...GOOD, redirects })).toEqual(expected)
    expect(form({ ...GOOD, redirects_complete: bad, redirects_security: bad })).toEqual(expected)
    expect(
      faults(SupplierChanges, {
        ...GOOD,
        redirects: Array.from({ length: 2 }, () => ({ type: 'quality', url: 'https://p.example/' })),
      }),
    ).toEqual({
      redirects_quality: 'Quality redirect is given twice',
    })
  })

  test('an empty threshold may be null, as a read gives it; text is refused as the form refuses it', () => {
    expect(
      faults(SupplierChanges, {
        ...GOOD,
        language_threshold: null,
        threat_level: null,
        token_threshold: null,
        version: 3,
      }),
    ).toEqual({})
    expect(faults(SupplierChanges, { ...GOOD, token_threshold: 'many' })).toEqual({
      token_threshold: 'Token Threshold must be a valid number',
    })
  })
})
