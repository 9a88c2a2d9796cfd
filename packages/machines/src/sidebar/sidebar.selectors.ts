import type { SnapshotFrom } from 'xstate'
import type { sidebarMachine } from './sidebar.machine.ts'

type Snapshot = SnapshotFrom<typeof sidebarMachine>

/** Measures of §2.34 and §9.9. */
export const SIDEBAR_OPEN_PX = 260
export const SIDEBAR_COLLAPSED_PX = 80
export const SIDEBAR_ANIMATION_MS = 100

/** Collapsed items show a tooltip with their label (§2.34). */
export const isCollapsed = (snapshot: Snapshot): boolean => snapshot.matches('collapsed')

export const widthPx = (snapshot: Snapshot): number => (isCollapsed(snapshot) ? SIDEBAR_COLLAPSED_PX : SIDEBAR_OPEN_PX)

/** The active item is the one whose route is contained in the current path, from its start (§2.34): a report of suppliers is no supplier. */
export const isActiveItem = (route: string, currentPath: string): boolean => `${currentPath}/`.startsWith(`${route}/`)
