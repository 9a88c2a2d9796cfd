import { Ban, Check } from 'lucide-react'
import { Header, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, Text } from 'react-aria-components/Menu'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  id: string
  label: string
  description?: string
  icon?: React.ReactNode
  /** A key that does the same, shown at the end ('P'). */
  shortcut?: string
  /** Why it cannot be chosen. It stays focusable, so that everybody can read the reason. */
  blockedReason?: string | undefined
  /** The present one: shown with a tick. */
  isCurrent?: boolean
  isDanger?: boolean
  href?: string
}

export interface MenuListProps {
  /** The accessible name of the list. */
  label: string
  items: readonly MenuItem[]
  onAction: (id: string) => void
  /** A line above the items that says what they act on. */
  heading?: string
  /** For a list that no MenuTrigger opened. */
  onClose?: () => void
  autoFocus?: 'first'
}

/** The list of a menu, without what opens it. */
export function MenuList({ label, items, onAction, heading, onClose, autoFocus }: MenuListProps) {
  return (
    <AriaMenu
      aria-label={label}
      className={styles['menu']!}
      onAction={key => {
        const item = items.find(candidate => candidate.id === key)
        if (item && item.blockedReason === undefined) onAction(item.id)
      }}
      {...(onClose ? { onClose } : {})}
      {...(autoFocus ? { autoFocus } : {})}
    >
      <MenuSection {...(heading ? {} : { 'aria-label': label })}>
        {heading ? <Header className={styles['heading']!}>{heading}</Header> : null}
        {items.map(item => (
          <Item key={item.id} item={item} />
        ))}
      </MenuSection>
    </AriaMenu>
  )
}

function Item({ item }: { item: MenuItem }) {
  const isBlocked = item.blockedReason !== undefined
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      className={styles['item']!}
      data-blocked={isBlocked || undefined}
      data-danger={item.isDanger || undefined}
      shouldCloseOnSelect={!isBlocked}
      {...(item.href === undefined ? {} : { href: item.href })}
      {...(isBlocked
        ? {
            // react-aria makes disabled items unfocusable, so this one is only marked.
            render: props => ('href' in props ? <a {...props} aria-disabled /> : <div {...props} aria-disabled />),
          }
        : {})}
    >
      <span className={styles['icon']}>
        {isBlocked ? <Ban aria-hidden /> : item.isCurrent ? <Check aria-hidden /> : item.icon}
      </span>
      <span className={styles['words']}>
        <Text slot="label">{item.label}</Text>
        {isBlocked || item.description ? (
          <Text slot="description" className={styles['description']!}>
            {item.blockedReason ?? item.description}
          </Text>
        ) : null}
      </span>
      {item.shortcut ? <Kbd>{item.shortcut}</Kbd> : null}
    </AriaMenuItem>
  )
}
