import { OpenMenu } from '@desk/schema/journal/open-menu'
import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

export const MenuEvent = Schema.Union([
  /** Sent again when its choices change while it is open. */
  eventSchema('menu.opened', { menu: OpenMenu }),
  eventSchema('menu.closed', {}),
])
export type MenuEvent = typeof MenuEvent.Type
