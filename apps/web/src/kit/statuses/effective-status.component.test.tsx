import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { EffectiveStatus } from './effective-status.tsx'

test('a live source of a draft survey has the look of a draft and says why (domain.md §2)', async () => {
  const page = await draw(
    await testDesk({}),
    <EffectiveStatus statusid={1} reason={null} heldBy={{ scope: 'survey', statusid: 3 }} />,
  )
  await expect.element(page.getByText('Live · survey is a draft')).toBeVisible()
  expect(document.querySelector('[data-status]')).toHaveAttribute('data-status', 'DRAFT')
})

test('a live source below live ones is live', async () => {
  const page = await draw(await testDesk({}), <EffectiveStatus statusid={1} reason={null} heldBy={null} />)
  await expect.element(page.getByText('Live')).toBeVisible()
  expect(document.querySelector('[data-status]')).toHaveAttribute('data-status', 'LIVE')
})
