import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'

/** The result of an attempt, in a sentence. */
export function attemptText({ status, ms, fault }: DeliveryAttempt): string {
  const took = `${ms.toLocaleString('en-US')} ms`
  return fault === null ? `Delivered: it answered ${status} in ${took}.` : `Failed after ${took}: ${fault}`
}
