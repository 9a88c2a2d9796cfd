import { Webhook as Signer } from 'standardwebhooks'
import { attemptPost, type Attempted } from '#kernel/egress/attempt-post'
import type { Egress } from '#kernel/egress/egress'

/** A message to one endpoint. */
export interface WebhookMessage {
  readonly url: string
  /** The endpoint's secret, and the old one while it is being rotated. */
  readonly secrets: readonly string[]
  readonly eventId: string
  readonly body: string
}

/** Makes one attempt, and says how it went; it never throws, whatever the endpoint does. */
export function postWebhook(egress: Egress, { url, secrets, eventId, body }: WebhookMessage): Promise<Attempted> {
  return attemptPost(egress, { url, headers: signedHeaders(secrets, eventId, body, Date.now()), body })
}

function signedHeaders(
  secrets: readonly string[],
  eventId: string,
  body: string,
  atMs: number,
): Readonly<Record<string, string>> {
  const at = new Date(atMs)
  return {
    'content-type': 'application/json',
    'user-agent': 'SampleDesk-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': secrets.map(secret => new Signer(secret).sign(eventId, at, body)).join(' '),
  }
}
