import type { Page } from '@playwright/test'

/** Where the watching script keeps what it saw. */
interface WatchingWindow extends Window {
  shownTimes?: number[]
}

/**
 * Begins to note, inside the page, when the button “Export” comes and goes: the second animation frame after the change, by
 * when the one in which it was painted is over.
 */
export async function watchControl(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = []
    const view: WatchingWindow = window
    view.shownTimes = times
    const isThere = (): boolean =>
      [...document.querySelectorAll('button')].some(({ textContent }) => textContent.includes('Export'))
    let last = isThere()
    new MutationObserver(() => {
      if (isThere() === last) return
      last = !last
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.timeOrigin + performance.now())))
    }).observe(document.body, { subtree: true, childList: true })
  })
}

/** When the button came or went so far, in ms since the epoch by the page's clock, in order. */
export function shownTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as WatchingWindow).shownTimes ?? [])
}

/** The peer: a page that asks again and again who its user is, and shows the button while the feature is on. */
export async function startPollingFeature(
  page: Page,
  options: { readonly token: string; readonly feature: string; readonly everyMs: number },
): Promise<void> {
  await page.evaluate(({ token, feature, everyMs }) => {
    const button = document.createElement('button')
    button.textContent = 'Export'
    const poll = async (): Promise<void> => {
      const response = await fetch('/v1/user-login-details', {
        headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
      })
      if (!response.ok) throw new Error(`Who the user is answered ${response.status}`)
      const isOff = (await response.text()).includes(`"${feature}"`)
      if (isOff) button.remove()
      else if (!button.isConnected) document.body.replaceChildren(button)
    }
    setInterval(() => void poll(), everyMs)
    return poll()
  }, options)
}
