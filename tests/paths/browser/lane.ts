import { stateOf } from '@desk/machines/runtime/step'
import { expect, test } from '@playwright/test'
import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import { stateTitle, type BrowserPath, type BrowserPaths, type BrowserStep } from './closed-loop.ts'

/** How a browser runs a machine's paths: what a user sees in each state, and does for each event. */
export interface BrowserLane<M extends AnyStateMachine, Page> {
  readonly sees: Readonly<Record<string, (page: Page, snapshot: SnapshotFrom<M>) => Promise<void>>>
  readonly does: {
    readonly [Type in EventFromLogic<M>['type']]?: (
      page: Page,
      event: Extract<EventFromLogic<M>, { type: Type }>,
      step: BrowserStep<M>,
    ) => Promise<void>
  }
  /** States, events and transitions that a person cannot get a page to, each with the reason. */
  readonly notInABrowser: Readonly<Record<string, string>>
}

/** Runs a path: performs each event, and checks after each step that the page shows the machine's state. */
export async function goPath<M extends AnyStateMachine, Page>(
  lane: BrowserLane<M, Page>,
  path: BrowserPath<M>,
  page: Page,
): Promise<void> {
  for (const step of path.steps) {
    // The table is keyed by the event's own type.
    const act = lane.does[step.event.type as EventFromLogic<M>['type']] as
      | ((page: Page, event: EventFromLogic<M>, step: BrowserStep<M>) => Promise<void>)
      | undefined
    if (!act) throw new Error(`The lane does not say how ${step.event.type} happens in a browser.`)
    const state = stateTitle(stateOf(step.after).value)
    const look = lane.sees[state]
    if (!look) throw new Error(`The lane does not say what a person sees in ${state}.`)
    await test.step(`${step.title} ▸ ${state}`, async () => {
      await act(page, step.event, step)
      await look(page, step.after)
    })
  }
}

/**
 * Holds that the lane leaves nothing out: each state and event of the machine has its page or its reason, each
 * transition a path or its reason, and nothing that a path goes through has a reason.
 */
export function expectWholeLane<M extends AnyStateMachine, Page>(
  lane: BrowserLane<M, Page>,
  { paths, uncoveredStates, uncoveredTransitions }: BrowserPaths<M>,
  machine: M,
): void {
  const events = new Set<string>(paths.flatMap(({ steps }) => steps.map(({ event }) => event.type)))
  const known = [...new Set(machine.events)].filter(type => !type.startsWith('xstate.'))
  const missing = [
    ...uncoveredStates.map(state => `state ${state}`),
    ...uncoveredTransitions,
    ...known.filter(type => !events.has(type)).map(type => `event ${type}`),
  ]
  expect(Object.keys(lane.notInABrowser).toSorted()).toEqual(missing.toSorted())
  const rested = new Set(paths.flatMap(({ steps }) => steps.map(({ after }) => stateTitle(stateOf(after).value))))
  expect(Object.keys(lane.sees).toSorted()).toEqual([...rested].toSorted())
  expect(Object.keys(lane.does).toSorted()).toEqual([...events].toSorted())
}
