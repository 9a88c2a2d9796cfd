import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SourceName } from './source-name.tsx'

const MAIN = {
  stmid: 7,
  name: 'Main',
  type: 'diy' as const,
  suppliers: ['Northlight Panels', 'Opinion Harbor'],
  effective_statusid: 1 as const,
  status_reason: null,
}

const NORTHLIGHT = {
  pm_sup_ud: 500,
  name: 'Northlight Panels',
  allocation_percent: 60,
  supplier_cpi: 4.5,
  default_cpi: 4,
  entrants: 200,
  completes: 40,
  rejected: 10,
}
const SUPPLIERS: SourceSuppliers = {
  stmid: 7,
  version: 1,
  type: 'diy',
  supplier_cpi: 3,
  client_cpi: 10,
  suppliers: [
    NORTHLIGHT,
    {
      ...NORTHLIGHT,
      pm_sup_ud: 501,
      name: 'Opinion Harbor',
      allocation_percent: 40,
      supplier_cpi: null,
      entrants: 0,
      completes: 0,
      rejected: 0,
    },
  ],
  warnings: [],
}

const row = async (answers: Answers, seesSuppliers = true) => {
  const desk = await testDesk({ 'lookups.codes': [], ...answers }, { path: '/projects/1/survey/2/streams' })
  return draw(desk, <SourceName row={MAIN} path={null} seesSuppliers={seesSuppliers} mayEdit onAction={() => {}} />)
}

test('one press shows the results of each supplier of a source: share, price, entrants, completes, conversion, rejected (day.md §3)', async () => {
  const page = await row({ 'sourceSuppliers.read': SUPPLIERS })
  await page.getByRole('button', { name: 'Suppliers of Main' }).click()
  const panel = page.getByRole('dialog', { name: 'Suppliers of Main' })
  await expect
    .element(panel.getByRole('row', { name: /Northlight/ }))
    .toHaveTextContent('Northlight Panels60%$4.502004020%20%')
  // without a price of its own, the source's holds
  await expect
    .element(panel.getByRole('row', { name: /Opinion Harbor/ }))
    .toHaveTextContent('Opinion Harbor40%$3.0000--')
  await expect
    .element(panel.getByRole('link', { name: 'Northlight Panels' }))
    .toHaveAttribute('href', '#/suppliers/500')
})

test('a user without the supply side has no such button (domain.md §4)', async () => {
  const page = await row({}, false)
  await expect.element(page.getByRole('button', { name: 'Actions for Main' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Suppliers of Main' })).not.toBeInTheDocument()
})
