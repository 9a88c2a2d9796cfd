import { isCollapsed } from '@desk/machines/sidebar/sidebar.selectors'
import { useSelector } from '@xstate/react'
import { useDesk } from './use-desk.ts'

/** Whether the sidebar is collapsed, and how to open or collapse it (§2.34). */
export function useSidebar(): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  const { sidebar } = useDesk()
  return {
    isCollapsed: useSelector(sidebar, isCollapsed),
    toggle: () => sidebar.send({ type: 'sidebar.toggleRequested' }),
  }
}
