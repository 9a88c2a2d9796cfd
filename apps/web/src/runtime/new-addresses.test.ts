import { expect, test, vi } from 'vitest'
import { openNewAddresses } from './new-addresses.ts'

function opened() {
  let tell: (event: Event) => void = () => undefined
  const history = { state: null as unknown, back: vi.fn() }
  // Only the used part of the window.
  const page = {
    addEventListener: (_: string, listener: typeof tell) => void (tell = listener),
    history,
    location: { hash: '' },
  } as unknown as Window
  const addresses = openNewAddresses(page)
  /** Whether the router hears of it. */
  const pop = (hash: string, state: unknown) => {
    Object.assign(page.location, { hash })
    history.state = state
    const event = new Event('popstate')
    const stop = vi.spyOn(event, 'stopImmediatePropagation')
    tell(event)
    return stop.mock.calls.length === 0
  }
  return { addresses, pop, back: history.back }
}

test('a guarded address is taken back, and the router hears neither of it nor of the way back', () => {
  const { addresses, pop, back } = opened()
  const asked: string[] = []
  addresses.guard(path => asked.push(path) === 0)
  expect([
    pop('#/projects?q=a', null),
    back.mock.calls.length,
    pop('#/projects/new', { index: 0 }),
    asked,
    back.mock.calls.length,
  ]).toEqual([false, 1, false, ['/projects?q=a'], 1])
  expect(pop('#/users', null)).toBe(false)
})

test('of several guards the first that holds an address takes it back, and the others are not asked; once all let it go, it goes', () => {
  const { addresses, pop, back } = opened()
  const asked: string[] = []
  const guard = (name: string, holds: boolean) =>
    addresses.guard(() => {
      asked.push(name)
      return !holds
    })
  guard('options', false)
  const takeAway = guard('form', true)
  guard('dialog', true)
  const held = [pop('#/projects', null), pop('#/users', { index: 0 })]
  takeAway()
  expect([held, asked, back.mock.calls.length]).toEqual([[false, false], ['options', 'form'], 1])
})

test('the router’s own entries, what the guard lets go, and everything without a guard pass', () => {
  const { addresses, pop, back } = opened()
  const before = pop('#/projects', null)
  const takeAway = addresses.guard(() => false)
  const own = pop('#/projects', { index: 1 })
  addresses.guard(() => true)
  takeAway()
  expect([before, own, pop('', null), back.mock.calls.length]).toEqual([true, true, true, 0])
})
