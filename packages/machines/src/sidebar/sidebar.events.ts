import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

export const SidebarEvent = Schema.Union([
  eventSchema('sidebar.toggleRequested', {}),
  /** Sent once when the page starts, too. */
  eventSchema('window.resized', { widthPx: Schema.Finite }),
])
export type SidebarEvent = typeof SidebarEvent.Type
