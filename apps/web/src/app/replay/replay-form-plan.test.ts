import { describe, expect, test } from 'vitest'
import { drawnForm, wordsOf } from './replay-form-plan.ts'

const NAMES = {
  zones: [{ pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York' }],
  countries: [],
  languages: [],
} as const
const WINTER_MS = Date.parse('2026-01-15T12:00:00Z')
const drawn = (form: string, values: Readonly<Record<string, never>>, names = Object.keys(values)) =>
  drawnForm({ form, values, fields: names.map(name => ({ name, isSecret: false })) }, NAMES, WINTER_MS)
const shown = (form: string, values: object) => {
  // any JSON may stand in a journal
  const held = values as Readonly<Record<string, never>>
  const { title, isDialog, fields } = drawn(form, held)
  return {
    title,
    isDialog,
    fields: fields.map(plan => [plan.label, plan.kind, wordsOf(plan, held[plan.name] ?? null)]),
  }
}

describe('a form of a journal', () => {
  test('is drawn by the plan of its own screen, in words where they are known', () => {
    expect(
      shown('project.edit 5', {
        pm_proj_name: 'Tea study',
        respondents: '100',
        out_of_field_date: '2027-03-01T18:00',
        out_of_field_time_zone_code: 15,
        pm_cy_cs_id: 7,
        device_compatibility: [1],
      }),
    ).toEqual({
      title: 'Edit project',
      isDialog: false,
      fields: [
        ['Project name', 'text', 'Tea study'],
        ['Target (N)', 'number', '100'],
        ['Out of field date', 'moment', '2027-03-01 18:00'],
        ['Timezone', 'choice', 'America/New_York (UTC-05:00)'],
        ['Country', 'choice', '7'],
        ['Device Compatibility', 'choices', 'Desktop'],
      ],
    })
  })

  test.each([
    ['survey.create 5', ['pm_sy_name'], 'New survey', 'Survey name', false],
    ['survey.limits 5', ['limit_loi_percent'], 'Limits and auto-pause', 'LOI limit', true],
    ['source.create classic 5', ['pm_sup_ud', 'supplier_cpi'], 'New source', 'Supplier', false],
    ['source.edit 5', ['supplier_cpi'], 'Edit source', 'Supply Price', false],
    ['supplier.edit 5', ['name'], 'Edit supplier', 'Name', false],
    ['qualification.create', ['qualifications_name'], 'New qualification', 'Name', false],
    ['qualityQuestion.edit 5', ['question'], 'Edit quality question', 'Question', true],
  ])('%s has its labels', (form, names, title, label, isDialog) => {
    const found = drawn(form, {}, names)
    expect([found.title, found.fields[0]?.label, found.isDialog]).toEqual([title, label, isDialog])
  })

  test('of which nothing is known has the names of its fields, each as what it holds', () => {
    expect(shown('later.edit 5', { note: 'x', on: true, code: 3, list: [{ a: 1 }], none: null })).toEqual({
      title: 'Edit later',
      isDialog: false,
      fields: [
        ['note', 'text', 'x'],
        ['on', 'switch', 'on'],
        ['code', 'choice', '3'],
        ['list', 'data', '{"a":1}'],
        ['none', 'text', '-'],
      ],
    })
  })

  test('shows a mask where a date or a list was, and what its plan cannot read as it is', () => {
    expect(
      shown('source.edit 5', {
        out_of_field_date: '2••• ·x7f',
        click_balancing: 'o•••',
        suppliers: 'S••• ·a1',
        quota_groups: [null],
      }).fields,
    ).toEqual([
      ['Out of field date', 'text', '2••• ·x7f'],
      ['Click balancing', 'text', 'o•••'],
      ['Suppliers', 'data', '"S••• ·a1"'],
      ['Quotas', 'data', '[null]'],
    ])
  })
})
