import type { Page } from '@playwright/test'

/** Adds a filter to a list by "+ Filter". */
export async function addFilter(page: Page, label: string, option: string): Promise<void> {
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
  await page.getByRole('menuitem', { name: option, exact: true }).click()
}

/** Chooses another option of a filter by its chip. */
export async function changeFilter(page: Page, label: string, option: string): Promise<void> {
  await filterChip(page, label).click()
  await page.getByRole('menuitem', { name: option, exact: true }).click()
}

/** The chip of a filter that is chosen. */
export const filterChip = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: new RegExp(`^${label}: `) })
