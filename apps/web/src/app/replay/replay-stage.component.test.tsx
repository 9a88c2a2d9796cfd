import { BEGINNING } from '@desk/machines/journal/fold'
import { Playback } from '@desk/machines/journal/playback'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FrameWord, FromFrame } from '#runtime/recorded/frame-words.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { recordedEntries, signedInAt } from '#runtime/testing/recorded-after.ts'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ReplayStage } from './replay-stage.tsx'

const ENTRIES = recordedEntries(signedInAt('/projects'))
const playback = new Playback(BEGINNING)
playback.add(ENTRIES)
const MOMENT = playback.at(ENTRIES.length)

/** The page's own code, which a frame would run once more: here that is the test. */
let code: readonly Element[] = []
beforeEach(() => {
  code = [...document.querySelectorAll('script[type="module"]')]
  for (const script of code) script.remove()
})
afterEach(() => document.head.append(...code))

const theFrame = (): HTMLIFrameElement => {
  const frame = document.querySelector('iframe')
  if (frame === null) throw new Error('There is no frame.')
  return frame
}

/** Has the frame's page run a script, which gives what it says to the page around it. */
async function inFrame(script: string): Promise<void> {
  await expect.poll(() => theFrame().contentDocument?.getElementById('root') ?? null).not.toBeNull()
  const made = theFrame().contentDocument?.createElement('script')
  if (made === undefined) throw new Error('The frame has no page.')
  made.textContent = script
  theFrame().contentDocument?.body.append(made)
}
const say = (word: FrameWord) =>
  inFrame(`parent.postMessage(${JSON.stringify({ recordedFrame: word } satisfies FromFrame)}, '*')`)
const KEEP_WHAT_COMES = 'addEventListener("message", ({ data }) => { document.title = data.recording.moment.path })'

test('a frame whose code did not come says so, and Retry draws a new one', async () => {
  const page = await draw(await testDesk({}), <ReplayStage moment={MOMENT} entries={ENTRIES} />)
  await expect.element(page.getByLabelText('Drawing the screen')).toBeVisible()
  await say('failed')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The screen could not be drawn')
  expect(document.querySelector('iframe')).toBe(null)
  await page.getByRole('button', { name: 'Retry' }).click()
  await inFrame(KEEP_WHAT_COMES)
  await say('ready')
  await expect.poll(() => theFrame().contentDocument?.title).toBe('/projects')
  await expect.element(page.getByLabelText('Drawing the screen')).not.toBeInTheDocument()
})

test('a page of elsewhere cannot say that the frame failed', async () => {
  const page = await draw(await testDesk({}), <ReplayStage moment={MOMENT} entries={ENTRIES} />)
  window.postMessage({ recordedFrame: 'failed' } satisfies FromFrame, window.origin)
  await inFrame(KEEP_WHAT_COMES)
  await say('ready')
  await expect.poll(() => theFrame().contentDocument?.title).toBe('/projects')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
