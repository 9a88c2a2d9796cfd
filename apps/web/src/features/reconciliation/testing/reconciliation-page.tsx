import { expect } from 'vitest'
import { page as screen, type Locator } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import type { TestDesk } from '#runtime/testing/test-desk.ts'
import { ReconciliationScreen } from '../reconciliation.tsx'
import { PREVIEW, PROJECT_ID, RECONCILIATION_PATH, REQUEST } from './sample-reconciliation.ts'

export const PASTE_PATH = `${RECONCILIATION_PATH}?way=paste`

/** The server's answer to a store. */
export const STORED = { request: { ...REQUEST, state: 'stored' as const }, digest: PREVIEW.digest, changes: 2 }

export const shown = (desk: TestDesk) => draw(desk, <ReconciliationScreen projectUID={PROJECT_ID} />)

export const button = (name: string | RegExp): Locator =>
  screen.getByRole('button', { name, exact: typeof name === 'string' })

/** The bodies of each call of an endpoint, in order. */
export const bodies = (desk: TestDesk, key: string): readonly unknown[] =>
  desk.asked.filter(each => each.key === key).map(({ body }) => body)

/** Pastes three ids and waits for their preview. */
export async function previewed(desk: TestDesk): Promise<void> {
  await shown(desk)
  await screen.getByLabelText('Ids').fill('rdud-1,930\ncint-2,930\nrdud-3x,930')
  await button('Preview 3 lines').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 3 pasted lines' })).toBeVisible()
}
