import { page } from 'vitest/browser'
import { expect } from 'vitest'

/** The chip of a chosen filter of a list, whose menu changes it. @param label its name: 'State' */
export const filterChip = (label: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: new RegExp(`^${label}: `) })

/** Adds a filter to a list by "+ Filter", or by the button of the only one. */
export async function addFilter(label: string, option: string): Promise<void> {
  const filters = page.getByRole('group', { name: 'Filters' })
  await expect.element(filters).toBeVisible()
  const only = filters.getByRole('button', { name: label, exact: true })
  if (only.elements().length > 0) await only.click()
  else {
    await filters.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }
  await page.getByRole('menuitem', { name: option, exact: true }).click()
}
