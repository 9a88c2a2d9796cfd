import type { Locator, Page } from '@playwright/test'
import { seeded } from '../harness/random.ts'

interface TypingWindow extends Window {
  typedMs?: number[]
}

/** The rhythm of a typing user: quick keys, and rests in which a page does its delayed work. */
const BETWEEN_KEYS_MS = { least: 80, most: 450 }

/** Begins to note, inside the page, how long after each key the second animation frame comes, by when the one that shows it is over. */
export async function watchTyping(page: Page): Promise<void> {
  await page.evaluate(() => {
    const typedMs: number[] = []
    const view: TypingWindow = window
    view.typedMs = typedMs
    const note = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement)
        requestAnimationFrame(() => requestAnimationFrame(() => typedMs.push(performance.now() - event.timeStamp)))
    }
    window.addEventListener('keydown', note, { capture: true })
  })
}

/** Types a text into a field key by key and takes it back, so often that there are so many keys; gives what each took until it was painted, in ms. */
export async function type(page: Page, field: Locator, text: string, keys: number): Promise<number[]> {
  await field.focus()
  await page.keyboard.press('End')
  const before = await field.inputValue()
  // the key above is no typing: its notes are not counted
  const seen = await page.evaluate(
    () =>
      new Promise<number>(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((window as TypingWindow).typedMs?.length ?? 0)),
        ),
      ),
  )
  const random = seeded(keys)
  let typed = ''
  for (let key = 0; key < keys; key++) {
    const isThere = Math.floor(key / text.length) % 2 === 0
    const next = isThere ? (text[key % text.length] ?? '') : 'Backspace'
    typed = isThere ? typed + next : typed.slice(0, -1)
    await page.keyboard.press(next)
    await page.waitForTimeout(BETWEEN_KEYS_MS.least + random() * (BETWEEN_KEYS_MS.most - BETWEEN_KEYS_MS.least))
  }
  const shown = await field.inputValue()
  if (shown !== before + typed)
    throw new Error(`After typing the field says ${JSON.stringify(shown)}, not ${JSON.stringify(before + typed)}`)
  const all = await page.evaluate(() => (window as TypingWindow).typedMs ?? [])
  if (all.length !== seen + keys) throw new Error(`${keys} keys were pressed, ${all.length - seen} heard`)
  return all.slice(seen)
}
