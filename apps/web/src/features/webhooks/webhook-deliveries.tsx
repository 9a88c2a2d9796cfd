import type { Webhook, WebhookDelivery, WebhookDeliveryState } from '@desk/schema/webhooks/webhook'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { showToast } from '#ui/toasts.ts'
import { AttemptOutcome } from '#kit/deliveries/attempt-outcome.tsx'
import { attemptText } from '#kit/deliveries/attempt-text.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
import { useZone, type UserZone } from '#kit/zones/use-zone.ts'
import { ReplayTime } from './replay-time.tsx'
import styles from './webhooks.module.css'
import { WEBHOOK_EVENTS, WEBHOOK_TEST_KIND } from '@desk/schema/webhooks/event-kinds'

const LABELS = new Map<string, string>([
  ...Object.entries(WEBHOOK_EVENTS).map(([kind, { label }]) => [kind, label] as const),
  [WEBHOOK_TEST_KIND, 'Test'],
])

/** The name of a message's kind; a kind that this build does not know has its own name. */
function labelOfKind(kind: string): string {
  return LABELS.get(kind) ?? kind
}

/** The message of the test button. */
function isTestKind(kind: string): boolean {
  return kind === WEBHOOK_TEST_KIND
}

const PAGE = 50
const STATES = [
  { id: ALL, label: 'All states' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'delivered', label: 'Delivered' },
  { id: 'failed', label: 'Failed tests' },
] as const
const STATE_WORDS: Readonly<Record<WebhookDeliveryState, string>> = {
  waiting: 'Waits',
  delivered: 'Delivered',
  failed: 'Failed',
}

const isState = (id: string): id is WebhookDeliveryState => id in STATE_WORDS

/** The messages of a webhook with their attempts, newest first; each can be sent again, and those of a time together. */
export function WebhookDeliveries({ webhook, onClosed }: { readonly webhook: Webhook; readonly onClosed: () => void }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const { webhook_id: id } = webhook
  const [{ show }] = useUrlSearch()
  const state = typeof show === 'string' && isState(show) ? show : undefined
  const key = ['webhooks.deliveries', id]
  const log = useInfiniteQuery({
    queryKey: [...key, state],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('webhooks.deliveries', {
        params: { id },
        query: {
          limit: PAGE,
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(state === undefined ? {} : { state }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: page => (page.length < PAGE ? null : (page.at(-1)?.number ?? null)),
    staleTime: 0,
  })
  const replay = useAct('webhooks.replay', {
    onDone: ({ queued }) => {
      void showToast({
        type: queued === 0 ? 'info' : 'success',
        message:
          queued === 0
            ? 'Nothing was delivered in this time'
            : `${queued.toLocaleString('en-US')} ${queued === 1 ? 'message is' : 'messages are'} sent again`,
      })
      void queries.invalidateQueries({ queryKey: key })
    },
  })
  const deliveries = log.data?.pages.flat()
  return (
    <Dialog
      isOpen
      title={`Deliveries of “${webhook.description}”`}
      onClose={onClosed}
      footer={
        <>
          <Button onPress={() => void log.refetch()} isPending={log.isFetching}>
            Refresh
          </Button>
          <Button variant="primary" onPress={onClosed}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles['log']}>
        <FilterChips filters={[{ name: 'show', label: 'State', options: STATES, chosen: state }]} />
        {deliveries === undefined ? (
          <NotLoaded query={log} title="The deliveries" lines={4} />
        ) : deliveries.length === 0 ? (
          <p className={styles['note']}>No message of the last 30 days.</p>
        ) : (
          <ol className={styles['messages']} aria-label="Messages">
            {deliveries.map(delivery => (
              <Message
                key={delivery.number}
                delivery={delivery}
                zone={zone}
                isPending={replay.isPending}
                onReplay={
                  webhook.is_on ? () => replay.send({ params: { id }, payload: { number: delivery.number } }) : null
                }
              />
            ))}
          </ol>
        )}
        {log.hasNextPage ? (
          <Button onPress={() => void log.fetchNextPage()} isPending={log.isFetchingNextPage}>
            Older
          </Button>
        ) : null}
        <ReplayTime
          zone={zone}
          isOn={webhook.is_on}
          isPending={replay.isPending}
          onReplay={span => replay.send({ params: { id }, payload: span })}
        />
        <CallFailure error={replay.failure} />
      </div>
    </Dialog>
  )
}

function Message({
  delivery,
  zone,
  isPending,
  onReplay,
}: {
  readonly delivery: WebhookDelivery
  readonly zone: UserZone
  readonly isPending: boolean
  /** null: the webhook is off. */
  readonly onReplay: (() => void) | null
}) {
  const { number, kind, state, queued_at, replay_of, attempts_count, attempts, body, event_id } = delivery
  const last = attempts.at(-1)
  return (
    <li>
      <details>
        <summary>
          <span className={styles['figure']}>{number}</span> {labelOfKind(kind)}
          {replay_of === null ? '' : `, replay of ${replay_of}`}
          <span className={styles['quiet']}>
            {dateTimeText(Date.parse(queued_at), zone.name)} ·{' '}
            <span data-tone={state === 'delivered' ? 'good' : state === 'failed' ? 'bad' : 'quiet'}>
              {STATE_WORDS[state]}
            </span>
            {last === undefined ? '' : ` · ${last.status ?? 'no answer'} · ${last.ms.toLocaleString('en-US')} ms`}
            {attempts_count > 1 ? ` · ${attempts_count} attempts` : ''}
          </span>
        </summary>
        <div className={styles['message']}>
          <p className={styles['quiet']}>webhook-id {event_id}</p>
          {attempts.length < attempts_count ? <p>The last {attempts.length} attempts:</p> : null}
          {attempts.map(attempt => (
            <AttemptOutcome key={`${attempt.at} ${attemptText(attempt)}`} attempt={attempt} />
          ))}
          <pre className={styles['text']} role="region" aria-label={`Body of message ${number}`} tabIndex={0}>
            {JSON.stringify(JSON.parse(body), null, 2)}
          </pre>
          {onReplay === null || state === 'waiting' || isTestKind(kind) ? null : (
            <Button size="small" onPress={onReplay} isPending={isPending}>
              Send again
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}
