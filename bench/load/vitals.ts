import type { Page } from '@playwright/test'

interface Vitals {
  lcpMs: number
  cls: number
}

interface MeasuredWindow extends Window {
  vitals?: Vitals
}

/** A shift of the layout as Chromium tells it; lib.dom does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Lets every document that this page loads from now on measure itself. */
export async function beginVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals: Vitals = { lcpMs: 0, cls: 0 }
    const view: MeasuredWindow = window
    view.vitals = vitals
    new PerformanceObserver(list => {
      for (const { startTime } of list.getEntries()) vitals.lcpMs = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) vitals.cls += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Largest contentful paint in ms, and the sum of layout shifts, so far. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { vitals } = window as MeasuredWindow
    if (!vitals) throw new Error('Call beginVitals before the page loads')
    return vitals
  })
}
