import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ProjectIndicator } from '@desk/schema/reconciliation/reconciliation-summary'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ClosingWindows } from './closing-windows.tsx'
import { ReconBadge } from './recon-badge.tsx'

const TEA: ProjectIndicator = {
  pm_proj_ud: 5,
  pm_proj_name: 'Tea study',
  open_completes: 120,
  closing_completes: 40,
  at_risk_cents: 60_000,
  currency: 'USD',
  closes_at: '2026-11-26T05:00:00.000Z',
  days_left: 2,
  last_reconciled_at: null,
  closing: 'this_month',
}
const desk = (answers: Answers = {}, path = '/projects') =>
  testDesk(
    {
      'lookups.codes': [],
      'reconciliation.projectIndicator': [
        TEA,
        { ...TEA, pm_proj_ud: 6, pm_proj_name: 'Coffee', closing: 'next_month' },
      ],
      ...answers,
    },
    { user: SAMPLE_USER, path },
  )

test('the work list names the projects whose windows close this month, or next, as the URL chooses (§6.8, api:P14)', async () => {
  const at = await desk({}, '/projects?closing=this_month')
  await draw(at, <ClosingWindows />)
  const row = screen.getByRole('row', { name: /Tea study/ })
  await expect.element(row).toHaveTextContent(/2 days left.*40.*120.*\$600\.00.*Never/)
  await expect.element(screen.getByRole('row', { name: /Coffee/ })).not.toBeInTheDocument()
  await screen.getByText('Closing next month', { exact: true }).click()
  await expect.element(screen.getByRole('row', { name: /Coffee/ })).toBeVisible()
  expect(at.history.location.search).toBe('?closing=next_month')
})

test('a month without windows says so, and a list that fails is read again', async () => {
  const at = await desk(
    { 'reconciliation.projectIndicator': refused(422, { message: 'Not now.', details: [] }) },
    '/projects?closing=this_month',
  )
  await draw(at, <ClosingWindows />)
  await expect.element(screen.getByRole('heading', { name: 'The closing windows did not load' })).toBeVisible()
  at.answer({ 'reconciliation.projectIndicator': [] })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No window with completes closes this month.')).toBeVisible()
})

test('the badge of a project says its open completes and the days left; a project without any has none (§6.8)', async () => {
  await draw(
    await desk(),
    <>
      <ReconBadge projectId={5} />
      <span data-testid="other">
        <ReconBadge projectId={9} />
      </span>
    </>,
  )
  await expect
    .element(screen.getByRole('link', { name: '120 · 2 days' }))
    .toHaveAttribute('title', '120 completes for $600.00 can still be adjusted; the next window closes in 2 days')
  await expect.element(screen.getByTestId('other')).toHaveTextContent('-')
})
