import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

test("a list without a match says 'No Records Found.' and the next step (§8.3)", async () => {
  const page = await render(<EmptyState>Clear the filters to see every alert.</EmptyState>)
  expect(page.container.textContent).toBe('No Records Found.Clear the filters to see every alert.')
})

test("while a list loads it says 'Fetching Records...', and anything less than a list 'Loading...' (§8.4)", async () => {
  const page = await render(
    <>
      <Skeleton label="Loading the alerts" height="36px" lines={6} />
      <Skeleton label="Loading the digest" height="36px" lines={2} />
    </>,
  )
  await expect.element(page.getByText('Fetching Records...', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('status').first()).toHaveTextContent(/^Loading the alerts/)
})
