import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { recordedAfter, signedInAt } from '#runtime/testing/recorded-after.ts'
import type { RecordedMoment } from '#runtime/recorded/recorded-moment.ts'
import { RecordedFault } from './recorded-fault.tsx'

const BROKEN = recordedAfter(signedInAt('/projects'))
const WHOLE = recordedAfter(signedInAt('/surveys'))

function Page({ moment }: { readonly moment: RecordedMoment }) {
  if (moment === BROKEN) throw new Error('a field that is not there')
  return <h1>{moment.path}</h1>
}
const at = (moment: RecordedMoment) => (
  <RecordedFault moment={moment}>
    <Page moment={moment} />
  </RecordedFault>
)

afterEach(() => void vi.restoreAllMocks())

test('a moment that cannot be drawn says so, and the next one is drawn', async () => {
  // React reports what a boundary catches
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = await render(at(WHOLE))
  await expect.element(page.getByRole('heading', { name: '/surveys' })).toBeVisible()
  await page.rerender(at(BROKEN))
  await expect.element(page.getByRole('alert')).toHaveTextContent('This moment could not be drawn')
  await page.rerender(at(WHOLE))
  await expect.element(page.getByRole('heading', { name: '/surveys' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
