import fc from 'fast-check'
import { expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../../src/runtime/step.ts'
import type { TabsEvent } from '../../src/tabs/tabs.events.ts'
import { tabsMachine } from '../../src/tabs/tabs.machine.ts'
import { holds } from './walks.ts'

const SESSIONS = [null, { uid: 11, pm_dsh_ud: 2 }, { uid: 11, pm_dsh_ud: 3 }] as const

test('law 10: what another tab did is applied at most once, and is never told to the tabs again (§1.10)', () => {
  const session = fc.constantFrom(...SESSIONS)
  const theme = fc.constantFrom('system' as const, 'light' as const, 'dark' as const)
  const posted = { tabId: fc.constantFrom('b', 'c'), seq: fc.integer({ min: 1, max: 12 }) }
  const own: fc.Arbitrary<TabsEvent> = fc.oneof(
    fc.record({ type: fc.constant('tab.sessionChanged' as const), session, tokenRef: fc.constant(null) }),
    fc.record({ type: fc.constant('tab.themeChosen' as const), theme }),
  )
  const heard: fc.Arbitrary<TabsEvent> = fc.oneof(
    fc.record({
      type: fc.constant('otherTab.sessionChanged' as const),
      ...posted,
      session,
      tokenRef: fc.constant(null),
    }),
    fc.record({ type: fc.constant('otherTab.themeChosen' as const), ...posted, theme }),
    fc.record({ type: fc.constant('otherTab.sessionAsked' as const), ...posted }),
  )
  holds('law 10', fc.array(fc.oneof(own, heard), { maxLength: 60, size: 'max' }), events => {
    let { snapshot } = step(tabsMachine, start(tabsMachine).snapshot, { type: 'tabs.linked', asksForSession: false })
    const applied: string[] = []
    for (const event of events) {
      const next = step(tabsMachine, snapshot, event)
      const [command] = next.commands
      const isOwn = !('tabId' in event)
      if (!isOwn && command !== undefined) applied.push(`${event.tabId} ${event.seq}`)
      // This tab's events go to the tabs, and the session to an asking tab; events of others are applied, and go to the
      // app machine.
      const mayDo = isOwn
        ? ['postSession', 'postTheme']
        : event.type === 'otherTab.sessionAsked'
          ? ['postSession']
          : ['applySession', 'applyTheme', 'notify']
      expect(next.commands.map(({ type }) => type).filter(type => !mayDo.includes(type))).toEqual([])
      // This tab then does what another tab did: no news to the others.
      expect(step(tabsMachine, next.snapshot, echoOf(command)).commands).toEqual([])
      snapshot = next.snapshot
    }
    expect(applied).toEqual([...new Set(applied)])
  })
})

/** The event that applying a command causes in this tab; an irrelevant one for any other command. */
function echoOf(command: CommandFrom<typeof tabsMachine> | undefined): TabsEvent {
  if (command?.type === 'applySession')
    return { type: 'tab.sessionChanged', session: command.params.session, tokenRef: null }
  if (command?.type === 'applyTheme') return { type: 'tab.themeChosen', theme: command.params.theme }
  return { type: 'tabs.linked', asksForSession: false }
}
