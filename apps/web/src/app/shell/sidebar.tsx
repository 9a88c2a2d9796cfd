'use no memo'

import type { CurrentUser } from '@desk/schema/users/current-user'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Activity,
  BarChart3,
  Bell,
  BookOpen,
  Bot,
  ClipboardCheck,
  Compass,
  Download,
  Eraser,
  FolderKanban,
  Gauge,
  LifeBuoy,
  MonitorPlay,
  PanelLeftClose,
  PanelLeftOpen,
  ReceiptText,
  Scale,
  Search,
  Settings,
  ShieldCheck,
  ShieldX,
  Tags,
  TrendingUp,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { Focusable } from 'react-aria-components/Focusable'
import { ANALYTICS_EVENTS } from '#runtime/analytics.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useSidebar } from '#runtime/hooks/use-sidebar.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import {
  allMenuItems,
  bottomMenu,
  currentRoute,
  menuFactsOf,
  menuGroups,
  topMenu,
  type MenuIcon,
  type MenuItem,
} from './menu-items.ts'
import { OutsideLink } from '#ui/outside-link.tsx'
import styles from './sidebar.module.css'

const ICONS: Readonly<Record<MenuIcon, LucideIcon>> = {
  projects: FolderKanban,
  suppliers: Users,
  qualifications: Tags,
  reports: BarChart3,
  defender: ShieldCheck,
  endings: ShieldX,
  search: Search,
  activity: Activity,
  review: ClipboardCheck,
  trends: TrendingUp,
  scorecards: Gauge,
  statements: ReceiptText,
  disputes: Scale,
  alerts: Bell,
  assistant: Bot,
  export: Download,
  cleaning: Eraser,
  guide: Compass,
  reference: BookOpen,
  support: LifeBuoy,
  sessions: MonitorPlay,
  administration: Settings,
}

/** Narrower than this, an open sidebar lies over the page (sidebar.module.css). */
const OVER_PAGE_BELOW_PX = 640

interface Shown {
  readonly isCollapsed: boolean
  /** The route of the current item. */
  readonly current: string | null
  /** A page is opened from here. */
  readonly onFollow: () => void
}

function Entry({ item, isCollapsed, current, onFollow }: Shown & { readonly item: MenuItem }) {
  const desk = useDesk()
  const Icon = ICONS[item.icon]
  const content = (
    <>
      <Icon size={20} aria-hidden />
      <span className={styles['label']}>{item.label}</span>
    </>
  )
  const isActive = item.kind === 'page' && item.route === current
  return (
    <li>
      <Tooltip text={item.label} placement="right" isDisabled={!isCollapsed}>
        <Focusable>
          {item.kind === 'page' ? (
            <Link
              to={item.route}
              className={styles['entry']!}
              onClick={onFollow}
              data-active={isActive || undefined}
              {...(isActive ? { 'aria-current': 'page' as const } : {})}
            >
              {content}
            </Link>
          ) : (
            <OutsideLink
              href={item.href}
              className={styles['entry']}
              onClick={() => {
                if (item.id === 'data-cleaning') desk.track(ANALYTICS_EVENTS.openDataCleaning)
              }}
            >
              {content}
            </OutsideLink>
          )}
        </Focusable>
      </Tooltip>
    </li>
  )
}

function List({ items, ...shown }: Shown & { readonly items: readonly MenuItem[] }) {
  return (
    <ul role="list" className={styles['list']}>
      {items.map(item => (
        <Entry key={item.label} item={item} {...shown} />
      ))}
    </ul>
  )
}

interface SidebarViewProps extends Omit<Shown, 'current'> {
  readonly user: CurrentUser
  /** The hash path of the page, without its query. */
  readonly pathname: string
  readonly onToggle: () => void
  readonly onOpenUserMenu: () => void
}

/** The sidebar (§2.34) with its menus (§2.36–2.38), for a given user and page. */
function SidebarView({ user, isCollapsed, pathname, onFollow, onToggle, onOpenUserMenu }: SidebarViewProps) {
  const { links, provider } = useConfig()
  const facts = menuFactsOf(user, links)
  const name = `${user.firstname} ${user.lastname}`
  const shown = { isCollapsed, current: currentRoute(allMenuItems(facts), pathname), onFollow }
  const groups = menuGroups(facts)
  const atFoot = bottomMenu(facts)
  return (
    <aside aria-label="Sidebar" className={styles['sidebar']} data-collapsed={isCollapsed || undefined}>
      <div className={styles['head']}>
        <Link to="/" className={styles['logo']!} aria-label={`${provider.name}, start page`}>
          <span aria-hidden className={styles['mark']} data-account-type={user.account_type} />
          <span className={styles['label']}>
            {user.account_type === 'DESK' ? provider.name : `${provider.name} Defender`}
          </span>
        </Link>
      </div>
      <div className={styles['toggle']}>
        <IconButton
          label={isCollapsed ? 'Open the sidebar' : 'Collapse the sidebar'}
          onPress={onToggle}
          aria-expanded={!isCollapsed}
        >
          {isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
        </IconButton>
      </div>
      <div className={styles['menus']}>
        <nav aria-label="Main">
          <List items={topMenu(facts)} {...shown} />
        </nav>
        {groups.length === 0 ? null : (
          <nav aria-label="More pages">
            {groups.map(({ label, items }) => (
              <div key={label} role="group" aria-label={label}>
                <span aria-hidden className={styles['heading']}>
                  {label}
                </span>
                <List items={items} {...shown} />
              </div>
            ))}
          </nav>
        )}
        {atFoot.length === 0 ? null : (
          <nav aria-label="Help and administration" className={styles['foot']}>
            <List items={atFoot} {...shown} />
          </nav>
        )}
      </div>
      <Tooltip text={name} placement="right" isDisabled={!isCollapsed}>
        <Focusable>
          <button type="button" className={styles['user']} onClick={onOpenUserMenu} aria-haspopup="dialog">
            <Avatar firstname={user.firstname} lastname={user.lastname} />
            <span className={styles['label']}>{name}</span>
          </button>
        </Focusable>
      </Tooltip>
    </aside>
  )
}

/** The sidebar of this page and user. */
export function Sidebar({ onOpenUserMenu }: { readonly onOpenUserMenu: () => void }) {
  const { isCollapsed, toggle } = useSidebar()
  const { pathname } = useLocation()
  const user = useUser()
  return user === null ? null : (
    <SidebarView
      user={user}
      isCollapsed={isCollapsed}
      pathname={pathname}
      onFollow={() => {
        if (!isCollapsed && window.innerWidth < OVER_PAGE_BELOW_PX) toggle()
      }}
      onToggle={toggle}
      onOpenUserMenu={onOpenUserMenu}
    />
  )
}
