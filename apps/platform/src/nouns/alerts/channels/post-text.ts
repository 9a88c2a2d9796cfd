import { alertPath, alertText, projectAround } from '@desk/schema/alerts/alert'
import type { AlertChannelKind } from '@desk/schema/alerts/alert-channel'
import type { PostedAlert } from './posts.store.ts'

/** A post's text: names are as users have typed them. */
export interface PostText {
  readonly title: string
  readonly place: string
  /** The words behind the place: ' in Project'. */
  readonly within: string
  readonly meta: string
  /** Where its link leads. */
  readonly url: string
}

const NAME_SHOWN = 200

/** The text of a post about an alert. */
export function postText(alert: PostedAlert, publicUrl: string): PostText {
  const { kind, facts, place_name, accountName, beganAt, hasEnded } = alert
  const project = projectAround(alert)
  const since = beganAt.toISOString().slice(0, 16).replace('T', ' ')
  return {
    title: alertText(kind, facts),
    place: place_name.slice(0, NAME_SHOWN),
    within: project === null ? '' : ` in ${project.slice(0, NAME_SHOWN)}`,
    meta: `${accountName} · since ${since} UTC${hasEnded ? ' · ended' : ''}`,
    url: `${publicUrl}/#${alertPath(alert)}`,
  }
}

/** The test button's post. */
export function testText(channelName: string, sentBy: string, publicUrl: string): PostText {
  return {
    title: 'Test from Sample Desk',
    place: 'Alerts',
    within: ` will be posted to “${channelName}”`,
    meta: `Sent by ${sentBy}`,
    url: `${publicUrl}/#/alerts`,
  }
}

/** The body of a post, as the channel's kind takes it. */
export function postBody(kind: AlertChannelKind, text: PostText): string {
  return JSON.stringify(kind === 'slack' ? slackMessage(text) : teamsMessage(text))
}

/** A text that Slack shows as it is: `<!channel>` stays text, and so does a mention by its bare name, which some servers of Slack's format read. */
function slackText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=all|channel|everyone|here)/gi, '@\u2060')
}

/** For an incoming webhook of Slack. `verbatim`: addresses and channels in names become no links. */
function slackMessage({ title, place, within, meta, url }: PostText): object {
  const [heading, name, rest] = [slackText(title), slackText(place), slackText(within)]
  return {
    // for notifications, where blocks are not shown
    text: `${heading}: ${name}${rest}`,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', verbatim: true, text: `*${heading}*\n<${slackText(url)}|${name}>${rest}` },
      },
      { type: 'context', elements: [{ type: 'mrkdwn', verbatim: true, text: slackText(meta) }] },
    ],
  }
}

/**
 * For a workflow of Teams: an Adaptive Card. A TextRun is no Markdown, and without `msteams.entities` nothing in it is a mention.
 */
function teamsMessage({ title, place, within, meta, url }: PostText): object {
  const line = (text: string, look: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...look }],
  })
  return {
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
            line(title, { weight: 'Bolder', size: 'Medium' }),
            line(`${place}${within}`),
            line(meta, { isSubtle: true, size: 'Small' }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Sample Desk', url }],
        },
      },
    ],
  }
}
