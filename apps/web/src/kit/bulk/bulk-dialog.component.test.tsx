import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import BulkDialog from './bulk-dialog.tsx'

const pricing = (stmid: number): SourceSuppliers => ({
  stmid,
  version: 1,
  type: 'diy',
  supplier_cpi: 2,
  client_cpi: 9,
  suppliers: [],
  warnings: [],
})
const idOf = (url: URL): number => Number(url.pathname.split('/').find(part => /^\d+$/.test(part)))

async function asking(answers: Answers) {
  const desk = await testDesk({
    'sourceSuppliers.pricing': ({ url }) => pricing(idOf(url)),
    'sourceSuppliers.price': ({ url }) => ({ ...pricing(idOf(url)), version: 2 }),
    ...answers,
  })
  const onClose = vi.fn()
  const page = await draw(
    desk,
    <BulkDialog
      noun="source"
      kind="supplyPrice"
      chosen={[
        { id: 7, name: 'North panel' },
        { id: 8, name: 'South panel' },
      ]}
      onChanged={() => undefined}
      onClose={onClose}
    />,
  )
  await page.getByRole('textbox', { name: 'Supply Price' }).fill('3')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  return { desk, page, onClose, press }
}
const pricesOf = (desk: TestDesk) => desk.asked.filter(({ key }) => key === 'sourceSuppliers.price')
const eventsOf = (desk: TestDesk) =>
  desk.machines.heard().flatMap(({ machine, event }) => (machine.startsWith('act/') ? [event] : []))

test('the journal has the preview in words, its confirmation and the partial result (issue 33 §1)', async () => {
  const { desk, page, press } = await asking({
    'sourceSuppliers.price': ({ url }) =>
      idOf(url) === 8 ? refused(409, { message: 'The source has changed.' }) : { ...pricing(7), version: 2 },
  })
  await press('Change 2 sources')
  await expect.element(page.getByRole('region', { name: '1 failed' })).toHaveTextContent('The source has changed.')
  const [answered, ...events] = eventsOf(desk)
  expect(answered).toMatchObject({
    type: 'act.answered',
    done: 1,
    failed: 1,
    question: {
      title: 'Change the price of 2 sources',
      lines: ['1 failed', 'South panel: The source has changed.', '1 changed', 'North panel: $2.00 → $3.00'],
    },
  })
  const previewed = events.find(({ type }) => type === 'act.previewed')
  expect(previewed).toMatchObject({
    rows: 2,
    question: {
      lines: ['2 will change', 'North panel: $2.00 → $3.00', 'South panel: $2.00 → $3.00'],
      confirmLabel: 'Change 2 sources',
    },
  })
  const confirmed = events.find(({ type }) => type === 'act.confirmed')
  expect(confirmed).toMatchObject({ digest: previewed !== undefined && 'digest' in previewed && previewed.digest })
})

test('a row without an answer is tried again under its key; the undo has a key of its own', async () => {
  const { desk, page, press } = await asking({
    'sourceSuppliers.price': ({ url }) => (idOf(url) === 8 ? noAnswer() : { ...pricing(7), version: 2 }),
  })
  await press('Change 2 sources')
  await expect.element(page.getByRole('region', { name: '1 failed' })).toBeVisible()
  desk.answer({ 'sourceSuppliers.price': ({ url }) => ({ ...pricing(idOf(url)), version: 2 }) })
  await press('Try the failed again')
  await expect.element(page.getByRole('region', { name: '2 changed' })).toBeVisible()
  const keysOfSouth = pricesOf(desk).flatMap(({ url, idempotencyKey }) => (idOf(url) === 8 ? [idempotencyKey] : []))
  expect(new Set(keysOfSouth).size).toBe(1)
  await press('Undo')
  await expect.element(page.getByRole('region', { name: '2 undone' })).toBeVisible()
  expect(
    pricesOf(desk)
      .slice(-2)
      .map(({ body }) => body),
  ).toEqual([
    { supplier_cpi: 2, version: 2 },
    { supplier_cpi: 2, version: 2 },
  ])
  expect(new Set(pricesOf(desk).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4)
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})
