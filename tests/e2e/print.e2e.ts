import { expect, test } from './desk/desk-fixture.ts'

test('a printed table has its title, filters and moment at the top, all rows and columns, and no buttons (day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Printed study', {
    sources: Array.from({ length: 120 }, (_, at) => `Panel ${at}`),
  })
  const page = await visit('advanced@acme.example', `${study.sourceTablePath}?view=all&q=panel`)
  await expect(page.getByText('120 rows')).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')
  expect(await rows.count()).toBeLessThan(121)
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(121)
  const head = page.getByText('Search: panel', { exact: true })
  await expect(head).toBeVisible()
  await expect(page.getByText(/America\/New_York .* · USD/).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Export', exact: true })).toBeHidden()
  const buttons = page.getByRole('main').getByRole('button')
  expect(
    await buttons.evaluateAll(
      all => all.filter(one => one.checkVisibility() && one.closest('[role=grid]') === null).length,
    ),
  ).toBe(0)
  const cut = await page.getByRole('grid', { name: 'Sources' }).evaluate(grid => {
    const edge = grid.getBoundingClientRect().right
    return [...grid.querySelectorAll('[role=gridcell], [role=columnheader]')].filter(
      cell => cell.getBoundingClientRect().right > edge + 1,
    ).length
  })
  expect(cut).toBe(0)
  const pill = page.getByRole('row', { name: /Panel 7 / }).getByText('Live', { exact: true })
  expect((await pill.boundingBox())?.width).toBeGreaterThan(10)
  // further pages than the screen has room for
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(pages.length).toBeGreaterThan(1)
})
