import { describe, expect, test } from 'vitest'
import { openTabs, type TabChannel, type TabMessage } from './tabs.ts'

/** Channels of one browser: what one posts reaches all others, as a structured clone. */
function browser() {
  const channels: TabChannel[] = []
  return {
    channel(): TabChannel {
      const channel: TabChannel = {
        onmessage: null,
        postMessage: (data: unknown) => {
          for (const other of channels) {
            if (other !== channel) other.onmessage?.(new MessageEvent('message', { data: structuredClone(data) }))
          }
        },
        close: () => void channels.splice(channels.indexOf(channel), 1),
      }
      channels.push(channel)
      return channel
    },
  }
}

function threeTabs() {
  const { channel } = browser()
  const tabs = [openTabs(channel()), openTabs(channel()), openTabs(channel())] as const
  const heard: TabMessage[][] = [[], [], []]
  tabs.forEach((tab, index) => tab.listen(message => void heard[index]!.push(message)))
  return { tabs, heard, channel }
}

describe('open tabs', () => {
  const by = { tabId: 'a', seq: 1 } as const
  const session = { uid: 11, pm_dsh_ud: 2 }
  const messages: readonly TabMessage[] = [
    { ...by, kind: 'sessionBegan', session, token: 't', remember: false },
    { ...by, kind: 'sessionBegan', session: { ...session, pm_dsh_ud: 3 }, token: 'of another account', remember: true },
    { ...by, kind: 'sessionEnded', ended: session },
    { ...by, kind: 'sessionEnded', ended: null },
    { kind: 'tokenRenewed', token: 'v', replaces: 'u' },
    { ...by, kind: 'themeChosen', theme: 'dark' },
    { ...by, kind: 'sessionAsked' },
  ]

  test('hear of sign-in, sign-out, account change and theme once, the tab itself never (§1.10)', () => {
    const { tabs, heard } = threeTabs()
    for (const message of messages) tabs[0].post(message)
    expect(heard).toEqual([[], messages, messages])
  })

  test('a tab that stopped listening hears nothing more (§1.10)', () => {
    const { tabs, heard } = threeTabs()
    tabs[1].close()
    tabs[0].post({ ...by, kind: 'sessionAsked' })
    expect(heard).toEqual([[], [], [{ ...by, kind: 'sessionAsked' }]])
  })

  test.each([
    null,
    'x',
    {},
    { kind: 'toString' },
    { kind: 'sessionAsked' },
    { kind: 'signedOut' },
    { ...by, kind: 'sessionBegan', token: 't', remember: false },
    { ...by, kind: 'sessionBegan', session, token: '', remember: false },
    { ...by, kind: 'sessionEnded', ended: { uid: 'x' } },
    { ...by, kind: 'themeChosen', theme: 'pink' },
  ])('a message of another build (%j) is ignored', data => {
    const { heard, channel } = threeTabs()
    channel().postMessage(data)
    expect(heard).toEqual([[], [], []])
  })

  test('without a channel the tab is alone', () => {
    expect(() => openTabs(null).post({ ...by, kind: 'sessionAsked' })).not.toThrow()
  })
})
