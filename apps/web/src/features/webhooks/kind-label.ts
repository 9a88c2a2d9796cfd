import { WEBHOOK_EVENTS, WEBHOOK_TEST_KIND } from '@desk/schema/webhooks/event-kinds'

const LABELS = new Map<string, string>([
  ...Object.entries(WEBHOOK_EVENTS).map(([kind, { label }]) => [kind, label] as const),
  [WEBHOOK_TEST_KIND, 'Test'],
])

/** The name of a message's kind; a kind that this build does not know has its own name. */
export function labelOfKind(kind: string): string {
  return LABELS.get(kind) ?? kind
}

/** The message of the test button. */
export function isTestKind(kind: string): boolean {
  return kind === WEBHOOK_TEST_KIND
}
