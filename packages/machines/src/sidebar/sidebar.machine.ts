import { assign, setup } from 'xstate'
import type { SidebarEvent } from './sidebar.events.ts'

/** Below this width of the window the sidebar collapses by itself (§2.34, §9.9). */
export const AUTO_COLLAPSE_BELOW_PX = 1_280

export interface SidebarContext {
  readonly isNarrow: boolean
}

/**
 * The sidebar (§2.34, §4.12). A wider window reopens a sidebar that a narrow one collapsed; only the user undoes the user's own choice.
 */
export const sidebarMachine = setup({
  types: {
    context: {} as SidebarContext,
    events: {} as SidebarEvent,
  },
  actions: {
    becomeNarrow: assign({ isNarrow: true }),
    becomeWide: assign({ isNarrow: false }),
  },
  guards: {
    becomesNarrow: ({ context, event }) =>
      event.type === 'window.resized' && event.widthPx < AUTO_COLLAPSE_BELOW_PX && !context.isNarrow,
    becomesWide: ({ context, event }) =>
      event.type === 'window.resized' && event.widthPx >= AUTO_COLLAPSE_BELOW_PX && context.isNarrow,
  },
}).createMachine({
  id: 'sidebar',
  context: { isNarrow: false },
  initial: 'open',
  states: {
    open: {
      on: {
        'sidebar.toggleRequested': 'collapsed.byUser',
        'window.resized': [
          { guard: 'becomesNarrow', target: 'collapsed.byWidth', actions: 'becomeNarrow' },
          { guard: 'becomesWide', actions: 'becomeWide' },
        ],
      },
    },
    collapsed: {
      initial: 'byUser',
      on: { 'sidebar.toggleRequested': 'open' },
      states: {
        byUser: {
          on: {
            'window.resized': [
              { guard: 'becomesNarrow', actions: 'becomeNarrow' },
              { guard: 'becomesWide', actions: 'becomeWide' },
            ],
          },
        },
        byWidth: { on: { 'window.resized': { guard: 'becomesWide', target: '#sidebar.open', actions: 'becomeWide' } } },
      },
    },
  },
})
