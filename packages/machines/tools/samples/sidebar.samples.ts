import type { SidebarEvent } from '../../src/sidebar/sidebar.events.ts'

export const sidebarSamples: readonly SidebarEvent[] = [
  { type: 'sidebar.toggleRequested' },
  { type: 'window.resized', widthPx: 1_279 },
  { type: 'window.resized', widthPx: 1_280 },
]
