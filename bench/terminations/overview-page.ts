import type { EndingOverview } from '@desk/schema/defender/endings'
import type { Page } from '@playwright/test'

/** How many the page showed as refused by a rule, and from when on, in ms since the epoch. */
export interface ShownRefusals {
  readonly refused: number
  readonly atMs: number
}

/** Where the watching script keeps what it saw. */
interface WatchingWindow extends Window {
  shownRefusals?: ShownRefusals[]
}

/**
 * Begins to note, inside the page, when the figure of the first rule changes on the screen: the second animation frame after the
 * change, by when the one in which it was painted is over.
 */
export async function watchRefusals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: ShownRefusals[] = []
    const view: WatchingWindow = window
    view.shownRefusals = shown
    let last: string | null = null
    new MutationObserver(() => {
      const text = document.querySelector('[aria-label="By rule at the door"] td[data-figure]')?.textContent ?? null
      if (text === null || text === last) return
      last = text
      const refused = Number(text.replaceAll(/\D/g, ''))
      requestAnimationFrame(() =>
        requestAnimationFrame(() => shown.push({ refused, atMs: performance.timeOrigin + performance.now() })),
      )
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** The shown refusals so far, in order. */
export function shownRefusals(page: Page): Promise<ShownRefusals[]> {
  return page.evaluate(() => (window as WatchingWindow).shownRefusals ?? [])
}

/** The peer: a page that asks for the same overview again and again and writes the figure of the first rule. */
export async function startPollingOverview(page: Page, token: string, everyMs: number): Promise<void> {
  await page.evaluate(
    ({ token, everyMs }) => {
      const table = document.createElement('table')
      table.ariaLabel = 'By rule at the door'
      const cell = table.insertRow().insertCell()
      cell.dataset['figure'] = ''
      document.body.replaceChildren(table)
      const poll = async (): Promise<void> => {
        const untilMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000
        const query = new URLSearchParams({
          from: new Date(untilMs - 24 * 3_600_000).toISOString(),
          until: new Date(untilMs).toISOString(),
        })
        const response = await fetch(`/v1/defender/endings?${query}`, {
          headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
        })
        if (!response.ok) throw new Error(`The overview answered ${response.status}`)
        const { by_rule: rules } = (await response.json()) as EndingOverview // the contract's answer
        const text = String(rules[0]?.respondents ?? 0)
        if (cell.textContent !== text) cell.textContent = text
      }
      setInterval(() => void poll(), everyMs)
      return poll()
    },
    { token, everyMs },
  )
}
