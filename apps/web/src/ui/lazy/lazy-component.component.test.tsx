import { Suspense, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyComponent, type MissingProps } from './lazy-component.tsx'

interface Props {
  readonly text: string
}

const Content = ({ text }: Props): ReactNode => <p>{text}</p>
const Missing = ({ name, onRetry }: MissingProps<Props>): ReactNode => (
  <button onClick={onRetry}>{name} did not load. Try again</button>
)

function partOf(load: () => Promise<{ default: typeof Content }>) {
  const Part = lazyComponent<Props>(load, 'The part', Missing)
  const draw = (text: string) =>
    render(
      <Suspense fallback={<i>Loading</i>}>
        <Part text={text} />
      </Suspense>,
    )
  return { Part, draw }
}

test('a part that was waited for is drawn, and drawn again, without a warning of React', async () => {
  const warned = vi.spyOn(console, 'error')
  const code = Promise.withResolvers<{ default: typeof Content }>()
  const { Part, draw } = partOf(() => code.promise)
  const page = await draw('first')
  await expect.element(page.getByText('Loading')).toBeVisible()
  code.resolve({ default: Content })
  await expect.element(page.getByText('first')).toBeVisible()
  await page.rerender(
    <Suspense fallback={<i>Loading</i>}>
      <Part text="second" />
    </Suspense>,
  )
  await expect.element(page.getByText('second')).toBeVisible()
  expect(warned.mock.calls).toEqual([])
  warned.mockRestore()
})

test('a part whose code was got ready before is drawn at once', async () => {
  const { Part, draw } = partOf(() => Promise.resolve({ default: Content }))
  await Part.preload()
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  const page = await draw('ready')
  await expect.element(page.getByText('ready')).toBeVisible()
  watch.disconnect()
  expect(seen.filter(text => text.includes('Loading'))).toEqual([])
})

test('a part that cannot be had says so, and Try again asks for it again', async () => {
  const warned = vi.spyOn(console, 'error')
  let isAway = true
  const { draw } = partOf(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve({ default: Content })))
  const page = await draw('late')
  const again = page.getByRole('button', { name: 'The part did not load. Try again' })
  await expect.element(again).toBeVisible()
  isAway = false
  await again.click()
  await expect.element(page.getByText('late')).toBeVisible()
  expect(warned.mock.calls).toEqual([])
  warned.mockRestore()
})
