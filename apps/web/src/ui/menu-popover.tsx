import { MENU_MOST_CHARACTERS, MENU_MOST_CHOICES, type OpenMenu } from '@desk/schema/journal/open-menu'
import { useContext, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { ClosesWithPage } from './closes-with-page.tsx'
import { MenuList, type MenuItem, type MenuListProps } from './menu-list.tsx'
import { MenuJournalContext } from './recorded.ts'
import styles from './menu.module.css'

export type MenuPlacement = OpenMenu['placement']

export interface MenuPopoverProps extends Omit<MenuListProps, 'onClose' | 'autoFocus'> {
  triggerRef: RefObject<HTMLElement | null>
  placement?: MenuPlacement
  onClose: () => void
}

/** An open menu beside its button. */
export default function MenuPopover({ triggerRef, placement = 'bottom start', onClose, ...list }: MenuPopoverProps) {
  useMenuJournal(list, placement, triggerRef)
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

/** A menu whose choices change more often is recorded no further: its entries stay few. */
const MOST_ENTRIES_OF_ONE = 5

/** Records the menu while it is open, and again when its choices change. */
function useMenuJournal(
  { label, heading, items }: Pick<MenuListProps, 'label' | 'heading' | 'items'>,
  placement: MenuPlacement,
  trigger: RefObject<HTMLElement | null>,
) {
  const record = useContext(MenuJournalContext)
  const entries = useRef(0)
  const choices = items.slice(0, MENU_MOST_CHOICES).map(choiceOf)
  const open = useEffectEvent(() => {
    entries.current += 1
    if (entries.current > MOST_ENTRIES_OF_ONE) return
    const { x, y, width, height } = trigger.current?.getBoundingClientRect() ?? new DOMRect()
    record({
      label: cut(label),
      heading: heading === undefined ? null : cut(heading),
      choices,
      placement,
      button: {
        xPx: Math.round(x),
        yPx: Math.round(y),
        widthPx: Math.round(width),
        heightPx: Math.round(height),
      },
    })
  })
  const words = JSON.stringify(choices)
  useEffect(() => open(), [words])
  useEffect(() => () => record(null), [record])
}

const cut = (text: string): string => text.slice(0, MENU_MOST_CHARACTERS)

const choiceOf = ({ label, description, blockedReason, isCurrent, isDanger }: MenuItem) => {
  const note = blockedReason ?? description
  return {
    choice: cut(label),
    note: note === undefined ? null : cut(note),
    look: blockedReason !== undefined ? 'blocked' : isCurrent ? 'current' : isDanger ? 'danger' : 'plain',
  } as const
}
