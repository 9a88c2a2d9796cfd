'use no memo'

import { Suspense, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { lazyOverlay } from './lazy/lazy-part.tsx'
import type { MenuPlacement } from './menu-popover.tsx'
import type { MenuItem } from './menu-list.tsx'

const MenuPopover = lazyOverlay(
  () => import('./menu-popover.tsx'),
  'The menu',
  ({ onClose }) => onClose(),
)

/** The props of a lazy menu's button; a button of react-aria has all of these. */
export interface LazyTriggerProps {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onPress: () => void
  onHoverStart: () => void
  onFocus: () => void
}

export interface LazyMenuProps {
  /** The accessible name of the list. */
  label: string
  items: readonly MenuItem[]
  /** @param reopen opens it again, with other items */
  onAction: (id: string, reopen: () => void) => void
  /** A line above the items that says what they act on. */
  heading?: string
  placement?: MenuPlacement
  onOpenChange?: (isOpen: boolean) => void
  /** The button that opens it. */
  children: (trigger: LazyTriggerProps) => React.ReactNode
}

/** A Menu whose code and elements load on first use: for tables, where each row has one. */
export function LazyMenu({ onOpenChange, onAction, children, ...menu }: LazyMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    onOpenChange?.(open)
  }
  const act = (id: string) => {
    // An overlay opened by the action must return the focus to the button, so the menu closes first.
    flushSync(() => change(false))
    trigger.current?.focus({ preventScroll: true })
    onAction(id, () => change(true))
  }
  const preload = () => void MenuPopover.preload()
  return (
    <>
      {children({
        ref: trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPress: () => change(true),
        onHoverStart: preload,
        onFocus: preload,
      })}
      {isOpen ? (
        <Suspense fallback={null}>
          <MenuPopover {...menu} onAction={act} triggerRef={trigger} onClose={() => change(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
