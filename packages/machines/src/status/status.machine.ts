import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import { setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { StatusMachineEvent } from './status.events.ts'
import { cancelBlock, launchBlock, resumeBlock } from './status.guards.ts'

const resume = [
  { guard: 'mayResume', target: 'live' },
  {
    actions: {
      type: 'refuse',
      params: ({ event }: { event: StatusMachineEvent }) => ({
        reason: resumeBlock(event.facts) ?? 'not_a_transition',
      }),
    },
  },
] as const

const cancel = [
  { guard: 'mayCancel', target: 'cancelled' },
  {
    actions: {
      type: 'refuse',
      params: ({ event }: { event: StatusMachineEvent }) => ({
        reason: cancelBlock(event.facts) ?? 'not_a_transition',
      }),
    },
  },
] as const

/**
 * The status of a project, survey or source: the table of domain.md §2 (§4.1). Each event carries the facts that its guards look
 * at. If the facts block a transition of the table, the machine stays and answers `→ refuse{reason}`; an event without a
 * transition in the table changes nothing.
 */
export const statusMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as StatusMachineEvent,
  },
  actions: {
    refuse: command<{ reason: BlockReason }>(),
  },
  guards: {
    mayLaunch: ({ event }) => launchBlock(event.facts) === null,
    mayResume: ({ event }) => resumeBlock(event.facts) === null,
    mayCancel: ({ event }) => cancelBlock(event.facts) === null,
    bySystem: ({ event }) => event.by === 'system',
  },
}).createMachine({
  id: 'status',
  context: {},
  initial: 'draft',
  states: {
    draft: {
      on: {
        LAUNCH: [
          { guard: 'mayLaunch', target: 'live' },
          {
            actions: {
              type: 'refuse',
              params: ({ event }) => ({ reason: launchBlock(event.facts) ?? 'not_a_transition' }),
            },
          },
        ],
        CANCEL: 'cancelled',
      },
    },
    live: {
      on: {
        PAUSE: 'paused',
        AUTO_PAUSE: [
          { guard: 'bySystem', target: 'autoPaused' },
          { actions: { type: 'refuse', params: { reason: 'system_only' } } },
        ],
        COMPLETE: 'complete',
      },
    },
    paused: { on: { RESUME: resume, COMPLETE: 'complete', CANCEL: cancel } },
    autoPaused: { on: { RESUME: resume, PAUSE: 'paused', COMPLETE: 'complete', CANCEL: cancel } },
    complete: { on: { RESUME: resume } },
    cancelled: {},
  },
})
