import type { WebhookAttempt } from '@desk/schema/webhooks/webhook'

/** What came of an attempt, in a sentence. */
export function attemptText({ status, ms, fault }: WebhookAttempt): string {
  const took = `${ms.toLocaleString('en-US')} ms`
  return fault === null ? `Delivered: it answered ${status} in ${took}.` : `Failed after ${took}: ${fault}`
}
