import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import type { Asked } from '#runtime/testing/test-desk.ts'
import { ReconciliationScreen } from './reconciliation.tsx'
import { PREVIEW, PROJECT_ID, RECONCILIATION_PATH, reconciliationDesk } from './testing/sample-reconciliation.ts'

test('a call that is not answered within the stored delay ends, says so, and is tried again (§9.14)', async () => {
  const desk = await reconciliationDesk(
    {
      'reconciliation.preview': ({ signal }: Pick<Asked, 'signal'>) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
    `${RECONCILIATION_PATH}?way=paste`,
  )
  desk.stored.setReconciliationTimeoutDelayMs(200)
  await draw(desk, <ReconciliationScreen projectUID={PROJECT_ID} />)
  await screen.getByLabelText('Ids').fill('rdud-1,930\ncint-2,930\nrdud-3x,930')
  await screen.getByRole('button', { name: 'Preview 3 lines' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      'The server has not answered in time. It may still be at work: try again in a moment, nothing is done twice.',
    )
  desk.stored.setReconciliationTimeoutDelayMs(60_000)
  desk.answer({ 'reconciliation.preview': PREVIEW })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 3 pasted lines' })).toBeVisible()
})
