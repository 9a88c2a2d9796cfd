import { isCollapsed } from '@desk/machines/sidebar/sidebar.selectors'
import { useSelector } from '@xstate/react'
import { desk } from '../desk.ts'

const toggle = () => desk.sidebar.send({ type: 'sidebar.toggleRequested' })

/** Whether the sidebar is collapsed, and how to open or collapse it (§2.34). */
export function useSidebar(): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  return { isCollapsed: useSelector(desk.sidebar, isCollapsed), toggle }
}
