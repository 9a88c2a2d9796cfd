import type { Page } from '@playwright/test'

const NOON = '2026-03-02T12:00:00Z'

/**
 * Gives a page the values that two recordings of a session need in common, as far as the browser brings them into
 * events: fixed clocks and counted ids. The first id stays the page's own: it is the journal's.
 */
export async function onSameSetup(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOON)
  await page.addInitScript(() => {
    performance.now = () => 60_000
    const own = crypto.randomUUID()
    let made = 0
    crypto.randomUUID = () => (made++ === 0 ? own : `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`)
  })
}
