import { MenuTrigger, Popover } from 'react-aria-components/Menu'
import { ClosesWithPage } from './closes-with-page.tsx'
import { MenuList, type MenuItem } from './menu-list.tsx'
import styles from './menu.module.css'

export type MenuPlacement = 'bottom start' | 'bottom end' | 'right top' | 'top start'

export interface MenuProps {
  /** The accessible name of the list. */
  label: string
  /** The button that opens it. */
  trigger: React.ReactElement
  items: readonly MenuItem[]
  onAction: (id: string) => void
  /** A line above the items that says what they act on. */
  heading?: string
  placement?: MenuPlacement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A list of actions behind a button. A blocked action stays focusable and shows its reason. For many menus on a page take LazyMenu. */
export function Menu({ trigger, placement = 'bottom start', isOpen, onOpenChange, ...list }: MenuProps) {
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      <Popover className={styles['popover']!} placement={placement} offset={4}>
        <ClosesWithPage />
        <MenuList {...list} />
      </Popover>
    </MenuTrigger>
  )
}
