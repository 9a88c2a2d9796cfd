import type { Page } from '@playwright/test'

/** A text that stood in a cell, and from when on it was seen, in ms since the epoch. */
export interface Painted {
  readonly line: string
  readonly text: string
  readonly atMs: number
}

/** Where the watching script keeps what it saw. */
interface WatchingWindow extends Window {
  paintedCells?: Painted[]
}

/**
 * Begins to note, inside the page, when the completes of each line (an element with `data-line` and in it `data-figure`) change
 * on the screen: the second animation frame after the change, by when the one in which it was painted is over.
 */
export async function watchCells(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted: Painted[] = []
    const view: WatchingWindow = window
    view.paintedCells = painted
    const figureOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest('[data-figure]') ?? null
    new MutationObserver(mutations => {
      for (const figure of new Set(mutations.map(({ target }) => figureOf(target)))) {
        const line = figure?.closest('[data-line]')?.getAttribute('data-line')
        if (!figure || line == null) continue
        const text = figure.textContent
        requestAnimationFrame(() =>
          requestAnimationFrame(() => painted.push({ line, text, atMs: performance.timeOrigin + performance.now() })),
        )
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** The painted cells so far, in order. */
export function paintedCells(page: Page): Promise<Painted[]> {
  return page.evaluate(() => (window as WatchingWindow).paintedCells ?? [])
}

/** How far the page's clock is ahead of this process's, in ms: by the quickest of several questions. */
export async function clockOffsetMs(page: Page): Promise<number> {
  let best = { tookMs: Infinity, offsetMs: 0 }
  for (let question = 0; question < 20; question++) {
    const askedAtMs = wallMs()
    const pageMs = await page.evaluate(() => performance.timeOrigin + performance.now())
    const tookMs = wallMs() - askedAtMs
    if (tookMs < best.tookMs) best = { tookMs, offsetMs: pageMs - (askedAtMs + tookMs / 2) }
  }
  return best.offsetMs
}

/** Milliseconds since the epoch, with the part below them. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now()
}
