import { expect } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'

/** Waits until the focus is in what lies over the page: on a busy machine that can be read before, and then no key reaches it. */
export async function focusComesInto(overlay: Locator): Promise<void> {
  await expect.poll(() => overlay.element().contains(document.activeElement)).toBe(true)
}

/** Closes what lies over the page by Escape, and waits until it is gone. */
export async function closeByEscape(overlay: Locator): Promise<void> {
  await focusComesInto(overlay)
  await userEvent.keyboard('{Escape}')
  await expect.element(overlay).not.toBeInTheDocument()
}
