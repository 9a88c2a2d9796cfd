import { faultsOf } from '@desk/machines/form/form.fields'
import { SupplierForm, withSpareThresholds } from '@desk/schema/suppliers/supplier-form'
import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { openValues, wireValues } from '#kit/forms/field-kinds.ts'
import { formStored, readSupplier, supplierFields, supplierHistoryFields, supplierInput } from './supplier-plan.ts'

const SUPPLIER = {
  pm_sup_ud: 500,
  name: 'Opinion Harbor',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 4,
  security_level: 6,
  custom_security_flg: false,
  text_analytics_flg: true,
  language_threshold: null,
  bot_detection_flg: false,
  threat_level: 40,
  activity_enabled_flg: false,
  token_threshold: null,
  supplier_cpi: 2.5,
  redirects: [{ type: 'complete', url: 'https://harbor.example/c' }],
  version: 3,
} as const
const { pm_sup_ud: _, version: __, custom_security_flg: ____, ...SENT } = SUPPLIER
const FIELDS = supplierFields({ types: [], recruitments: [], seesPrices: true })
const judge = Schema.decodeUnknownSync(SupplierForm)
const wireOf = (changes: object) =>
  withSpareThresholds(wireValues(FIELDS, { ...openValues(FIELDS, formStored(SUPPLIER)), ...changes }))

test('a supplier that is opened and sent is as it was (§3.7)', () => {
  expect(faultsOf(SupplierForm, wireOf({}))).toEqual([])
  expect(supplierInput(judge(wireOf({})), true)).toEqual(SENT)
})

test('an empty price is sent as 0, and not at all where prices are not shown (§3.7)', () => {
  const { supplier_cpi: ___, ...unpriced } = SENT
  expect(supplierInput(judge(wireOf({ supplier_cpi: '' })), true)).toEqual({ ...SENT, supplier_cpi: 0 })
  const fields = supplierFields({ types: [], recruitments: [], seesPrices: false })
  expect(
    supplierInput(judge(withSpareThresholds(wireValues(fields, openValues(fields, formStored(SUPPLIER))))), false),
  ).toEqual(unpriced)
})

test('redirects are sent by type, an emptied one is none', () => {
  expect(
    supplierInput(judge(wireOf({ redirects_complete: ' ', redirects_default: ' https://harbor.example/d ' })), true)
      .redirects,
  ).toEqual([{ type: 'default', url: 'https://harbor.example/d' }])
})

test("a missing value is reported by the form's field, thresholds only under custom security (§5.16, §5.17)", () => {
  const faults = (changes: object) =>
    faultsOf(SupplierForm, wireOf(changes)).map(({ path, message }) => [path.join('_'), message])
  expect(faults({ name: '', recruitment_type: null, redirects_quality: 'http://harbor.example' })).toEqual([
    ['name', 'Name is required'],
    ['recruitment_type', 'Recruitment Type is required'],
    ['redirects_quality', 'Quality redirect must begin with https://'],
  ])
  expect(faults({ security_level: 7 })).toEqual([['language_threshold', 'Language Threshold is required']])
  expect(faults({ security_level: 7, language_threshold: '6o' })).toEqual([
    ['language_threshold', 'Language Threshold must be a valid number'],
  ])
})

test('every field has its name in the history, and a conflict’s supplier opens as one', () => {
  expect(Object.keys(supplierHistoryFields(FIELDS)).sort()).toEqual(
    [...Object.keys(SupplierForm.fields), 'excluded_projects'].sort(),
  )
  expect([readSupplier(SUPPLIER), readSupplier({ count: 1 })]).toEqual([
    { stored: formStored(SUPPLIER), version: 3 },
    null,
  ])
})
