import { describe, expect, test } from 'vitest'
import { postBody, postText, testText } from './post-text.ts'
import type { PostedAlert } from './posts.store.ts'

const ALERT: PostedAlert = {
  kind: 'auto_paused',
  scope: 'source',
  place_id: 9,
  place_name: 'Panel A',
  pm_proj_ud: 7,
  pm_proj_name: 'Coffee',
  pm_sy_ud: 8,
  facts: { reason: 'redirect_errors' },
  accountName: 'Acme',
  beganAt: new Date('2026-11-23T20:15:42Z'),
  hasEnded: false,
}
const HOSTILE = '<!channel> *x* <https://evil.example|Open> @everyone @here & [y](https://evil.example) <at>all</at>'
const bodyOf = (kind: 'slack' | 'teams', alert: Partial<PostedAlert> = {}) =>
  JSON.parse(postBody(kind, postText({ ...ALERT, ...alert }, 'https://desk.example')))

describe('a post', () => {
  test('to Slack names what happened, where and since when, with a link to the place', () => {
    const url = 'https://desk.example/#/projects/7/survey/8/streams?only=9'
    expect(bodyOf('slack')).toEqual({
      text: 'Auto-paused: redirects fail: Panel A in Coffee',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: `*Auto-paused: redirects fail*\n<${url}|Panel A> in Coffee`,
          },
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', verbatim: true, text: 'Acme · since 2026-11-23 20:15 UTC' }],
        },
      ],
    })
  })

  test('of the account names no project, and leads to its webhooks', () => {
    const ofAccount = { scope: 'account', place_name: 'Warehouse', pm_proj_ud: null, pm_proj_name: null } as const
    const { text, blocks } = bodyOf('slack', { ...ofAccount, kind: 'webhook_off', facts: { reason: 'failing' } })
    expect([text, blocks[0].text.text]).toEqual([
      'Webhook switched off: no delivery succeeded: Warehouse',
      '*Webhook switched off: no delivery succeeded*\n<https://desk.example/#/admin/webhooks|Warehouse>',
    ])
  })

  test('to Teams is an Adaptive Card that says the same', () => {
    expect(bodyOf('teams', { hasEnded: true })).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'Auto-paused: redirects fail', weight: 'Bolder', size: 'Medium' }],
              },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Panel A in Coffee' }] },
              {
                type: 'RichTextBlock',
                inlines: [
                  {
                    type: 'TextRun',
                    text: 'Acme · since 2026-11-23 20:15 UTC · ended',
                    isSubtle: true,
                    size: 'Small',
                  },
                ],
              },
            ],
            actions: [
              {
                type: 'Action.OpenUrl',
                title: 'Open in Sample Desk',
                url: 'https://desk.example/#/projects/7/survey/8/streams?only=9',
              },
            ],
          },
        },
      ],
    })
  })
})

describe('a name that a user has typed', () => {
  const everyText = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) =>
          key === 'text' && typeof inner === 'string' ? [inner] : everyText(inner),
        )
      : []

  test('mentions no one in Slack and makes no link there', () => {
    const hostile = { place_name: HOSTILE, pm_proj_name: HOSTILE, accountName: HOSTILE }
    const texts = [
      ...everyText(bodyOf('slack', hostile)),
      ...everyText(JSON.parse(postBody('slack', testText(HOSTILE, HOSTILE, 'https://desk.example')))),
    ]
    expect(texts.length).toBe(6)
    for (const text of texts) {
      // the only markup is the link to the place
      expect(
        text.replace(/<https:\/\/desk\.example\/#\/[a-z0-9/?=]+\|/, '').replace('&lt;at&gt;all&lt;/at&gt;> ', ''),
      ).not.toMatch(/<(?!$)[^\n]*evil|<!|<at|@(all|channel|everyone|here)/i)
      expect(text.match(/</g)?.length ?? 0).toBeLessThanOrEqual(1)
    }
    expect(texts[0]).toContain('&lt;!channel&gt; *x* &lt;https://evil.example|Open&gt;')
  })

  test('is a run of plain text in Teams: no Markdown, and nothing that would be a mention', () => {
    const body = bodyOf('teams', { place_name: HOSTILE, pm_proj_name: HOSTILE })
    const card = body.attachments[0].content
    expect(
      card.body.map(({ type, inlines }: { type: string; inlines: { type: string }[] }) => [
        type,
        inlines.map(run => run.type),
      ]),
    ).toEqual(Array.from({ length: 3 }, () => ['RichTextBlock', ['TextRun']]))
    expect([card.msteams, JSON.stringify(body).includes('"entities"')]).toEqual([undefined, false])
    expect(card.body[1].inlines[0].text).toBe(`${HOSTILE} in ${HOSTILE}`)
  })
})
