import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { bodies, button, shown, STORED } from './testing/reconciliation-page.tsx'
import { RECONCILIATION_PATH, reconciliationDesk, REQUEST, SUMMARY } from './testing/sample-reconciliation.ts'

test('a stored request has a file for each of the project’s suppliers (settlement.md §2)', async () => {
  const list = [STORED.request]
  const desk = await reconciliationDesk(
    { 'reconciliation.list': list, 'statements.outcomes': 'line,rid\r\n' },
    RECONCILIATION_PATH,
    { ...SAMPLE_USER, role_id: 1 },
  )
  await shown(desk)
  await button('Supplier’s file').click()
  await screen.getByRole('menuitem', { name: 'Cint' }).click()
  await vi.waitFor(() =>
    expect(desk.asked.filter(({ key }) => key === 'statements.outcomes').map(({ url }) => url.search)).toEqual([
      '?supplier=4&reconciliation_ud=30',
    ]),
  )
})

test('what a stored request adjusted is found in the statement of each month that it changed, for users who have them (settlement.md §2)', async () => {
  const list = [
    { ...STORED.request, statement_months: ['2026-10', '2026-11'] },
    { ...REQUEST, reconciliation_ud: 31, number: 2, filename: 'later.csv' },
  ]
  const linksIn = (name: RegExp) =>
    [...screen.getByRole('row', { name }).element().querySelectorAll('a[href*="statements"]')].map(link => [
      link.textContent,
      link.getAttribute('href'),
    ])
  const page = await shown(await reconciliationDesk({ 'reconciliation.list': list }))
  await expect.element(screen.getByRole('link', { name: 'Statement of October 2026' })).toBeVisible()
  expect([linksIn(/october\.csv/), linksIn(/later\.csv/)]).toEqual([
    [
      ['Statement of October 2026', '#/statements/2026-10?project=5'],
      ['Statement of November 2026', '#/statements/2026-11?project=5'],
    ],
    [],
  ])
  await page.unmount()
  await shown(
    await reconciliationDesk({ 'reconciliation.list': list }, RECONCILIATION_PATH, {
      ...SAMPLE_USER,
      account_type: 'DEFENDER',
    }),
  )
  await expect.element(screen.getByRole('row', { name: /october\.csv/ })).toBeVisible()
  expect(linksIn(/october\.csv/)).toEqual([])
})

test('a request without rows, such as one that failed, offers none to download', async () => {
  const failed = { ...REQUEST, state: 'failed' as const, rows: 0, outcomes: [], fault: 'The list has no rows.' }
  const rest = { ...REQUEST, reconciliation_ud: 31, number: 2, filename: 'rest.csv', rows: 0, rest_rows: 4 }
  await shown(await reconciliationDesk({ 'reconciliation.list': [rest, failed] }))
  const downloadsOf = (name: RegExp) => screen.getByRole('row', { name }).getByRole('button', { name: 'Download rows' })
  await expect.element(downloadsOf(/rest\.csv/)).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /october\.csv/ })).toHaveTextContent('The list has no rows.')
  expect(downloadsOf(/october\.csv/).elements()).toEqual([])
})

test('a preview or store by another user is in the list by itself, and in the figures above it; the same list leaves them alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const desk = await reconciliationDesk({ 'reconciliation.list': [] })
    await shown(desk)
    await expect.element(screen.getByText('No requests yet')).toBeVisible()
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(bodies(desk, 'reconciliation.list').length).toBe(2))
    expect(bodies(desk, 'reconciliation.summary').length).toBe(1)
    desk.answer({ 'reconciliation.list': [REQUEST] })
    vi.advanceTimersByTime(5_000)
    const row = screen.getByRole('row', { name: /october\.csv/ })
    await expect.element(row).toHaveTextContent('Previewed, not stored')
    desk.answer({ 'reconciliation.list': [STORED.request], 'reconciliation.summary': { ...SUMMARY, rejected: 2 } })
    vi.advanceTimersByTime(5_000)
    await expect.element(row).not.toHaveTextContent('Previewed, not stored')
    await expect.element(screen.getByText('Rejected2')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
