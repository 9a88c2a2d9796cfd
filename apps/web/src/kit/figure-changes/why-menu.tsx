import { useRef } from 'react'
import { flushSync } from 'react-dom'
import MenuPopover from '#ui/menu-popover.tsx'

export interface WhyMenuProps {
  /** The figure's cell. */
  readonly at: HTMLElement
  readonly onClose: () => void
  readonly onWhy: () => void
}

/** The menu of a figure's cell. */
export default function WhyMenu({ at, onClose, onWhy }: WhyMenuProps) {
  const trigger = useRef(at)
  const text = at.textContent.trim()
  return (
    <MenuPopover
      label={`Figure ${text}`}
      triggerRef={trigger}
      items={[
        { id: 'why', label: 'Why did this number change?', shortcut: 'Alt W' },
        { id: 'copy', label: 'Copy the number' },
      ]}
      onAction={id => {
        // the panel returns the focus to the cell, so the menu closes first
        flushSync(onClose)
        at.focus({ preventScroll: true })
        if (id === 'why') onWhy()
        else void navigator.clipboard.writeText(text)
      }}
      onClose={onClose}
    />
  )
}
