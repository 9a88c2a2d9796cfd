import type { OpenMenu } from '@desk/schema/journal/open-menu'
import { assign, setup } from 'xstate'
import type { MenuEvent } from './menu.events.ts'

export interface MenuContext {
  readonly menu: OpenMenu | null
}

const show = { type: 'show', params: ({ event }: { event: { readonly menu: OpenMenu } }) => event } as const

/** The menu that is open: at most one of a tab is (house.md §1.4). */
export const menuMachine = setup({
  types: { context: {} as MenuContext, events: {} as MenuEvent },
  actions: {
    show: assign((_, { menu }: { menu: OpenMenu }) => ({ menu })),
    forget: assign({ menu: null }),
  },
}).createMachine({
  id: 'menu',
  context: { menu: null },
  initial: 'closed',
  states: {
    closed: { on: { 'menu.opened': { target: 'open', actions: show } } },
    open: { on: { 'menu.opened': { actions: show }, 'menu.closed': { target: 'closed', actions: 'forget' } } },
  },
})
