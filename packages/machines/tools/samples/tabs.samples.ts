import type { TabsEvent } from '../../src/tabs/tabs.events.ts'

const ANN = { uid: 11, pm_dsh_ud: 2 }

export const tabsSamples: readonly TabsEvent[] = [
  { type: 'tabs.linked', asksForSession: false },
  { type: 'tabs.linked', asksForSession: true },
  { type: 'tabs.unlinked' },
  { type: 'tab.sessionChanged', session: ANN, tokenRef: 't1' },
  { type: 'tab.sessionChanged', session: null, tokenRef: null },
  { type: 'tab.accountSwitched', pm_dsh_ud: 3 },
  { type: 'tab.themeChosen', theme: 'dark' },
  { type: 'otherTab.sessionChanged', tabId: 'b', seq: 1, session: ANN, tokenRef: 't2' },
  { type: 'otherTab.sessionChanged', tabId: 'b', seq: 2, session: null, tokenRef: null },
  { type: 'otherTab.sessionChanged', tabId: 'c', seq: 1, session: { ...ANN, pm_dsh_ud: 3 }, tokenRef: 't3' },
  { type: 'otherTab.themeChosen', tabId: 'b', seq: 3, theme: 'dark' },
  { type: 'otherTab.sessionAsked', tabId: 'd', seq: 1 },
  { type: 'otherTab.themeChosen', tabId: 'c', seq: 2, theme: 'light' },
  { type: 'tab.accountSwitched', pm_dsh_ud: ANN.pm_dsh_ud },
]
