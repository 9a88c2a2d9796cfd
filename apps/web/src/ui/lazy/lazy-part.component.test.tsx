import { Suspense, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { LazyComponent } from './lazy-component.tsx'
import { lazyBetter, lazyPart, RETRY_EVERY_MS } from './lazy-part.tsx'
import { PartPortsContext, type PartPorts, type WhyMissing } from './part-ports.ts'

const Content = (): ReactNode => <h1>Qualifications</h1>
const Plain = (): ReactNode => <h1>Plain</h1>

/** Code that is away until the test lets it come, and a connection whose word the test gives. */
function world(why: WhyMissing = 'away') {
  const backListeners = new Set<() => void>()
  const state = { isAway: true, asked: 0, reloads: 0 }
  const ports: PartPorts = {
    whyMissing: () => Promise.resolve(why),
    reload: () => void state.reloads++,
    onBack: listener => {
      backListeners.add(listener)
      return () => void backListeners.delete(listener)
    },
  }
  const load = () => {
    state.asked++
    return state.isAway ? Promise.reject(new Error('away')) : Promise.resolve({ default: Content })
  }
  const draw = (Part: LazyComponent<object>) =>
    render(
      <PartPortsContext value={ports}>
        <Suspense fallback={<i>Loading</i>}>
          <Part />
        </Suspense>
      </PartPortsContext>,
    )
  const tellBack = () => {
    for (const listener of backListeners) listener()
  }
  return { state, load, draw, tellBack }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a page whose retry failed as the server came back loads by itself all the same, without a flash of loading (look.md 16)', async () => {
  const { state, load, draw, tellBack } = world()
  const page = await draw(lazyPart(load, 'This page'))
  const said = page.getByText('The server does not answer. Try again when it does.')
  await expect.element(said).toBeVisible()
  tellBack()
  await expect.poll(() => state.asked).toBe(2)
  await expect.element(said).toBeVisible()
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  vi.advanceTimersByTime(RETRY_EVERY_MS)
  await expect.poll(() => state.asked).toBe(3)
  state.isAway = false
  vi.advanceTimersByTime(RETRY_EVERY_MS)
  await expect.element(page.getByRole('heading', { name: 'Qualifications' })).toBeVisible()
  watch.disconnect()
  expect(seen.filter(text => text.includes('Loading'))).toEqual([])
  vi.advanceTimersByTime(10 * RETRY_EVERY_MS)
  expect(state.asked).toBe(4)
})

test('a page loads at once when the server is back (look.md 16)', async () => {
  const { state, load, draw, tellBack } = world()
  const page = await draw(lazyPart(load, 'This page'))
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  state.isAway = false
  tellBack()
  await expect.element(page.getByRole('heading', { name: 'Qualifications' })).toBeVisible()
  expect(state.asked).toBe(2)
})

test('a page that fails again while the server answers offers Reload, since its browser may never request the file again (look.md 16)', async () => {
  const { state, load, draw } = world('unknown')
  const page = await draw(lazyPart(load, 'This page'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'This page did not load again' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  expect(state.reloads).toBe(1)
})

test('the substitute of a better part gives way to it as soon as its code comes', async () => {
  const { state, load, draw } = world()
  const page = await draw(lazyBetter(load, 'The list', Plain))
  await expect.element(page.getByRole('heading', { name: 'Plain' })).toBeVisible()
  state.isAway = false
  vi.advanceTimersByTime(RETRY_EVERY_MS)
  await expect.element(page.getByRole('heading', { name: 'Qualifications' })).toBeVisible()
  expect(state.asked).toBe(2)
})
