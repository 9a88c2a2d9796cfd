import type { FormValues } from '@desk/machines/form/form.setup'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { QualsQuotasInput, type QuotaGroup } from '@desk/schema/sources/quals-quotas'
import { Target } from '@desk/schema/surveys/survey-fields'
import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { FormPage } from '#kit/forms/form-page.tsx'
import { FormNumber } from '#kit/forms/form-texts.tsx'
import type { FormPlan } from '#kit/forms/form-runner.ts'
import { useForm } from '#kit/forms/use-form.ts'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { quotaValues, quotaWire, type QuotaGroupValue } from '../quota-values.ts'
import { QuotasField } from '../quotas-field.tsx'
import './grid-editor.tsx'
import './paste-grid-dialog.tsx'

const QUALIFICATIONS = [
  { name: 'Age', param: 'age', min: 18, max: 64 },
  { name: 'Gender', param: 'gender', in: ['1', '2'] },
]
const NAMES = new Map([
  [
    'gender',
    new Map([
      ['1', 'Man'],
      ['2', 'Woman'],
    ]),
  ],
])
const { qualifications, quota_groups } = QualsQuotasInput.fields
const PLAN = {
  form: 'source.edit 12',
  thing: 'source',
  schema: Schema.Struct({ respondents: Target, qualifications, quota_groups }),
  fields: [
    { name: 'respondents', label: 'Target (N)', kind: 'number' },
    { name: 'qualifications', label: 'Qualifications', kind: 'data' },
    { name: 'quota_groups', label: 'Quotas', kind: 'data', numbers: ['target'] },
  ],
  version: 1,
  // the form's own field
  toWire: wire => ({
    ...wire,
    quota_groups: quotaWire(wire['quota_groups'] as unknown as readonly QuotaGroupValue[]) as unknown as FormValue,
  }),
  onSaved: () => undefined,
  onCancelled: () => undefined,
} satisfies Partial<FormPlan<null>>

interface HarnessProps {
  readonly stored: readonly QuotaGroup[]
  readonly onSave: (groups: FormValue) => void
}

function Harness({ stored, onSave }: HarnessProps) {
  const form = useForm<null, FormValues>(
    {
      ...PLAN,
      stored: { respondents: 300, qualifications: QUALIFICATIONS, quota_groups: quotaValues(stored) },
      save: wire => {
        onSave(wire['quota_groups'] ?? null)
        return Promise.resolve(null)
      },
    },
    SAMPLE_USER,
  )
  return (
    <FormPage form={form} title="Panel A" crumbs={[]}>
      <FormNumber name="respondents" />
      <QuotasField name="quota_groups" locale={null} names={NAMES} sourceId={12} stored={stored} handle={null} />
    </FormPage>
  )
}

async function open(stored: readonly QuotaGroup[] = []) {
  const saved: FormValue[] = []
  const desk = await testDesk({}, { user: { ...SAMPLE_USER, role_id: 1 }, path: '/x' })
  await draw(desk, <Harness stored={stored} onSave={groups => saved.push(groups)} />)
  return saved
}
const cell = (name: string) => screen.getByRole('textbox', { name, exact: true })
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
const save = () => press('Save')

const quota = (quota_no: number, code: string, [min, max]: readonly [number, number], completes = 0) => ({
  quota_no,
  name: `${code === '1' ? 'Men' : 'Women'} ${min}–${max}`,
  conditions: [
    { param: 'age', min, max },
    { param: 'gender', in: [code] },
  ],
  target: 75,
  completes,
  remaining: 75 - completes,
})
const FITS: readonly QuotaGroup[] = [
  {
    name: 'Age × Gender',
    conditions: [],
    target: null,
    quotas: [quota(1, '1', [18, 34], 20), quota(2, '1', [35, 64]), quota(3, '2', [18, 34]), quota(4, '2', [35, 64])],
  },
]

test('ages by gender: bands are typed, cells share Target (N), and the quotas are named by their conditions (day.md §8)', async () => {
  const saved = await open()
  await screen.getByRole('radio', { name: 'Grid' }).click()
  await press('Divide by Age')
  await press('Divide by Gender')
  await cell('Bands of Age').fill('18-34, 35-64')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell('Target of Men 18–34')).toHaveValue('75')
  await cell('Target of Men 18–34').fill('60')
  await expect.element(screen.getByText('Adds up to 285: 15 below Target (N) 300.')).toBeVisible()
  await press('Scale to 300')
  await expect.element(screen.getByText('Adds up to Target (N) 300.')).toBeVisible()
  await save()
  await expect
    .poll(() => saved)
    .toMatchObject([
      [
        {
          name: 'Age × Gender',
          quotas: [
            { name: 'Men 18–34', target: 63 },
            { name: 'Men 35–64', target: 79 },
            { name: 'Women 18–34', target: 79 },
            { name: 'Women 35–64', target: 79 },
          ],
        },
      ],
    ])
})

test('stored quotas that fit open as a grid with their completes; a save keeps their numbers, also of a cell that was emptied and typed again (day.md §8, api:T4)', async () => {
  const saved = await open(FITS)
  await expect.element(screen.getByRole('progressbar', { name: 'Completes of Men 18–34' })).toBeVisible()
  await expect.element(screen.getByText('4 cells · 20 of 300 done')).toBeVisible()
  await cell('Target of Men 18–34').fill('')
  await expect.element(screen.getByText('A save removes quotas with completes: Men 18–34 (20).')).toBeVisible()
  await expect.element(screen.getByText(/No quota takes Men 18–34: they become overquota/)).toBeVisible()
  await cell('Target of Men 18–34').fill('80')
  await save()
  await expect
    .poll(() => saved)
    .toMatchObject([[{ quotas: [1, 2, 3, 4].map(quota_no => ({ quota_no, target: quota_no === 1 ? 80 : 75 })) }]])
})

test('shares in percent are spread over Target (N) by largest remainder (day.md §8)', async () => {
  await open(FITS)
  await screen.getByRole('radio', { name: '%' }).click()
  await cell('Share of Men 18–34').fill('24,9')
  await expect
    .element(screen.getByText(/The shares add up to 99.9 %. The other 0.1 % is spread by largest remainder./))
    .toBeVisible()
  await expect.element(screen.getByText('Adds up to Target (N) 300.')).toBeVisible()
})

test('a pasted table names the head it does not know at its cell, and fills the cells it knows (day.md §8)', async () => {
  await open(FITS)
  await press('Paste')
  const dialog = screen.getByRole('dialog', { name: 'Paste quotas' })
  const text = dialog.getByRole('textbox', { name: 'Table' })
  await text.fill('\t18-34\t65+\nMen\t10\t20\nWomen\t30\t40')
  await expect.element(dialog.getByText('C1: “65+” is no band of Age.')).toBeVisible()
  await text.fill('\t18-34\t35-64\nMen\t10 %\t20 %\nWomen\t30 %\t39,9 %')
  await dialog.getByRole('button', { name: 'Use this table' }).click()
  await expect.element(cell('Target of Women 35–64')).toHaveValue('120')
})

test('the census gives the cells the shares of its residents, and names its source (day.md §8)', async () => {
  await open(FITS)
  await press('Census')
  await screen.getByRole('menuitem', { name: /Census: US, 2024/ }).click()
  await expect.element(screen.getByText('Adds up to Target (N) 300.')).toBeVisible()
  await expect
    .element(screen.getByText(/Shares of US Census Bureau, population estimates of July 1, 2024/))
    .toBeVisible()
  await expect.element(cell('Target of Men 35–64')).not.toHaveValue('75')
})

test('quotas that are no grid stay in the list, with the reason (day.md §8)', async () => {
  const [group] = FITS
  await open([{ ...group!, target: 500 }])
  await expect.element(screen.getByRole('list', { name: 'Quotas' })).toBeVisible()
  await screen.getByRole('radio', { name: 'Grid' }).click()
  await expect
    .element(screen.getByText('These quotas are no grid. The group Age × Gender has a target of its own.'))
    .toBeVisible()
})

test('parallel quotas have one cell for each band, and the screen says that they share Target (N) (day.md §8)', async () => {
  const saved = await open(FITS)
  await screen.getByRole('radio', { name: 'Parallel' }).click()
  await expect.element(screen.getByText(/all bands share Target \(N\)/)).toBeVisible()
  await expect.element(screen.getByText('Adds up to Target (N) 300.')).toBeVisible()
  await save()
  await expect
    .poll(() => saved)
    .toMatchObject([[{ name: 'Age, Gender', quotas: ['18–34', '35–64', 'Men', 'Women'].map(name => ({ name })) }]])
})
