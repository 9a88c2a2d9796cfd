import type { RefObject } from 'react'
import { useSingleKey } from '#runtime/hooks/use-single-key.ts'

const OVER_IT = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * J and K walk the items of a list, whose first links take the focus, so that Enter opens; A presses the primary act, S lets the
 * item rest. Without a focus they are of the first item.
 */
export function useItemKeys(list: RefObject<HTMLElement | null>, onSnooze: (at: number) => void): void {
  const found = () => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-today]') ?? [])]
    return { items, at: items.findIndex(item => item.contains(document.activeElement)) }
  }
  const withItems = (act: (of: ReturnType<typeof found>) => void) => () => {
    if (document.querySelector(OVER_IT) === null) act(found())
  }
  const move = (by: 1 | -1) =>
    withItems(({ items, at }) => {
      const next = at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))
      items[next]?.querySelector<HTMLElement>('a')?.focus()
    })
  useSingleKey('j', move(1))
  useSingleKey('k', move(-1))
  useSingleKey(
    'a',
    withItems(({ items, at }) => items[Math.max(0, at)]?.querySelector<HTMLElement>('[data-primary]')?.click()),
  )
  useSingleKey(
    's',
    withItems(({ items, at }) => (items.length > 0 ? onSnooze(Math.max(0, at)) : undefined)),
  )
}
