import { describe, expect, test } from 'vitest'
import { start, step } from '../runtime/step.ts'
import type { SidebarEvent } from './sidebar.events.ts'
import { sidebarMachine } from './sidebar.machine.ts'
import { isActiveItem, isCollapsed, SIDEBAR_ANIMATION_MS, widthPx } from './sidebar.selectors.ts'

const toggled: SidebarEvent = { type: 'sidebar.toggleRequested' }
const resized = (px: number): SidebarEvent => ({ type: 'window.resized', widthPx: px })
const widths = (...events: readonly SidebarEvent[]) => {
  let { snapshot } = start(sidebarMachine)
  return events.map(event => widthPx((snapshot = step(sidebarMachine, snapshot, event).snapshot)))
}

describe('the sidebar (§2.34, §4.12)', () => {
  test('is open at 260 px and collapsed at 80 px, by its button, in 0.1 s (§2.34, §4.12)', () => {
    const { snapshot } = start(sidebarMachine)
    expect([isCollapsed(snapshot), widthPx(snapshot), widths(toggled, toggled), SIDEBAR_ANIMATION_MS]).toEqual([
      false,
      260,
      [80, 260],
      100,
    ])
  })
  test('collapses below 1280 px and opens again above (§2.34)', () => {
    expect(widths(resized(1_440), resized(1_280), resized(1_279), resized(800), resized(1_280))).toEqual([
      260, 260, 80, 80, 260,
    ])
  })
  test('stays as the user chose: collapsed in a wide window, open in a narrow one until the next narrowing (§2.34)', () => {
    expect([
      widths(toggled, resized(1_000), resized(1_440)),
      widths(resized(1_000), toggled, resized(900), resized(1_440), resized(1_000)),
    ]).toEqual([
      [80, 80, 80],
      [80, 260, 260, 260, 80],
    ])
  })
  test('collapsed by the user in a narrow window, it stays so in a wide one', () => {
    expect(widths(resized(1_000), toggled, toggled, resized(1_440))).toEqual([80, 260, 80, 80])
  })
  test('marks the item whose route is contained in the current path (§2.34)', () => {
    const path = '/manage/project/5/survey?x=/projects'
    expect([
      isActiveItem('/suppliers', '/suppliers'),
      isActiveItem('/defender/metrics', '/defender/metrics/x'),
      isActiveItem('/suppliers', path),
      isActiveItem('/suppliers', '/reports/suppliers'),
    ]).toEqual([true, true, false, false])
  })
})
