import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { SharedSession, TabsEvent } from './tabs.events.ts'
import { tabsMachine } from './tabs.machine.ts'
import { isLinked, sharedTheme } from './tabs.selectors.ts'

function after(...events: readonly TabsEvent[]) {
  let { snapshot } = start(tabsMachine)
  let commands: readonly CommandFrom<typeof tabsMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(tabsMachine, snapshot, event))
  return { commands, snapshot }
}

const linked: TabsEvent = { type: 'tabs.linked', asksForSession: false }
const ANN = { uid: 11, pm_dsh_ud: 2 }
const ANN_ELSEWHERE = { uid: 11, pm_dsh_ud: 3 }
const own = (session: SharedSession, tokenRef: string | null = null): TabsEvent => ({
  type: 'tab.sessionChanged',
  session,
  tokenRef,
})
const other = (seq: number, session: SharedSession, tabId = 'b'): TabsEvent => ({
  type: 'otherTab.sessionChanged',
  tabId,
  seq,
  session,
  tokenRef: null,
})
const posted = (seq: number, session: SharedSession, tokenRef: string | null = null) => [
  { type: 'postSession', params: { seq, session, tokenRef } },
]
const applied = (session: SharedSession) => [
  { type: 'applySession', params: { session, tokenRef: null } },
  {
    type: 'notify',
    params: { machine: 'app', event: { type: 'otherTab.sessionApplied', isSignedIn: session !== null } },
  },
]

describe('the tabs of one browser (§1.10)', () => {
  test('login, account change and logout here are told to the others (§1.10)', () => {
    expect([
      after(linked, own(ANN, 't1')).commands,
      after(linked, own(ANN), own(ANN_ELSEWHERE)).commands,
      after(linked, own(ANN), own(null)).commands,
    ]).toEqual([posted(1, ANN, 't1'), posted(2, ANN_ELSEWHERE), posted(2, null)])
  })
  test('a switched account is told once, as soon as its token is stored, by a tab with a session (§1.10, §4.9)', () => {
    const switched: TabsEvent = { type: 'tab.accountSwitched', pm_dsh_ud: 3 }
    expect([
      after(linked, own(ANN), switched).commands,
      after(linked, own(ANN), switched, switched).commands,
      after(linked, own(ANN), switched, own(ANN_ELSEWHERE)).commands,
      after(linked, switched).commands,
      after(linked, own(null), switched).commands,
      after(own(ANN), switched, linked, own(ANN_ELSEWHERE)).commands,
    ]).toEqual([posted(2, ANN_ELSEWHERE), [], [], [], [], []])
  })
  test('login, account change and logout of another tab are applied here (§1.10)', () => {
    expect([
      after(linked, other(1, ANN)).commands,
      after(linked, own(ANN), other(1, ANN_ELSEWHERE)).commands,
      after(linked, own(ANN), other(1, null)).commands,
    ]).toEqual([applied(ANN), applied(ANN_ELSEWHERE), applied(null)])
  })
  test('what another tab did is applied once and never echoed (§1.10)', () => {
    expect([
      after(linked, own(ANN), other(1, null), other(1, null)).commands,
      after(linked, own(ANN), other(1, null), own(null)).commands,
      after(linked, other(2, ANN), other(1, null)).commands,
      after(linked, other(1, ANN), other(1, ANN, 'c')).commands,
      after(linked, other(1, ANN), other(1, null, 'c')).commands,
    ]).toEqual([[], [], [], [], applied(null)])
  })
  test('the theme of one is the theme of all (§1.10)', () => {
    const chosen: TabsEvent = { type: 'tab.themeChosen', theme: 'dark' }
    const heard: TabsEvent = { type: 'otherTab.themeChosen', tabId: 'b', seq: 1, theme: 'dark' }
    expect([
      after(linked, chosen).commands,
      after(linked, heard).commands,
      after(linked, heard, chosen).commands,
      after(linked, chosen, heard).commands,
    ]).toEqual([
      [{ type: 'postTheme', params: { seq: 1, theme: 'dark' } }],
      [{ type: 'applyTheme', params: { theme: 'dark' } }],
      [],
      [],
    ])
    expect([sharedTheme(after(linked).snapshot), sharedTheme(after(linked, heard).snapshot)]).toEqual([null, 'dark'])
  })
  test('a new tab asks for the session that the others have, and they tell it once (§1.10)', () => {
    const asked: TabsEvent = { type: 'otherTab.sessionAsked', tabId: 'd', seq: 1 }
    expect([
      after({ type: 'tabs.linked', asksForSession: true }).commands,
      after(linked, own(ANN), asked).commands,
      after(linked, own(ANN), asked, asked).commands,
    ]).toEqual([[{ type: 'postQuestion', params: { seq: 1 } }], posted(2, ANN), []])
    expect([after(linked, asked).commands, after(linked, own(null), asked).commands]).toEqual([[], []])
  })
  test('a tab alone tells and hears nothing', () => {
    expect(
      [after(own(ANN)), after(other(1, ANN))].map(({ commands, snapshot }) => [commands, isLinked(snapshot)]),
    ).toEqual([
      [[], false],
      [[], false],
    ])
    expect(after(linked, { type: 'tabs.unlinked' }, own(ANN)).commands).toEqual([])
    expect(after(own(ANN), linked, own(ANN)).commands).toEqual([])
  })
})
