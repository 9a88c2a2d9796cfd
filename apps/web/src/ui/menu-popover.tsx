import type { RefObject } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { ClosesWithPage } from './closes-with-page.tsx'
import { MenuList, type MenuListProps } from './menu-list.tsx'
import styles from './menu.module.css'

export type MenuPlacement = 'bottom start' | 'bottom end' | 'right top' | 'top start'

export interface MenuPopoverProps extends Omit<MenuListProps, 'onClose' | 'autoFocus'> {
  triggerRef: RefObject<HTMLElement | null>
  placement?: MenuPlacement
  onClose: () => void
}

/** An open menu beside its button. */
export default function MenuPopover({ triggerRef, placement = 'bottom start', onClose, ...list }: MenuPopoverProps) {
  return (
    <Popover
      className={styles['popover']!}
      aria-label={list.label}
      triggerRef={triggerRef}
      placement={placement}
      offset={4}
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
    >
      <ClosesWithPage onClose={onClose} />
      <MenuList {...list} onClose={onClose} autoFocus="first" />
    </Popover>
  )
}
