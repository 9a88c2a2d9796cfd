import { WEBHOOKS_MAX, type Webhook, type WebhookWithSecret } from '@desk/schema/webhooks/webhook'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { idOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { DeleteWebhook, TestWebhook, WebhookHistory } from './webhook-acts.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookList, type Act } from './webhook-list.tsx'
import { RotateSecret, ShownSecret } from './webhook-secret.tsx'
import styles from './webhooks.module.css'

/** How often a list of endpoints is read again: queues and failures move by themselves. */
const READ_AGAIN_MS = 10_000

function Webhooks({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const list = desk.query('webhooks.list', {})
  const read = useQuery({ ...list, staleTime: 0, refetchInterval: READ_AGAIN_MS })
  const { data } = read
  const [search, changeSearch] = useUrlSearch()
  const [open, setOpen] = useState<{ readonly act: Act; readonly webhook: Webhook | null } | null>(null)
  const [made, setMade] = useState<WebhookWithSecret | null>(null)
  const close = () => setOpen(null)
  const changed = () => {
    void queries.invalidateQueries({ queryKey: list.queryKey })
    close()
  }
  const shown = (secret: WebhookWithSecret | null) => {
    setMade(secret)
    changed()
  }
  const create = (
    <Button
      variant="primary"
      onPress={() => setOpen({ act: 'edit', webhook: null })}
      isDisabled={data !== undefined && data.length >= WEBHOOKS_MAX}
    >
      New webhook
    </Button>
  )
  const act = open?.act
  // the log of a webhook has an address of its own
  const loggedId = idOf(search['deliveries'])
  const logged = data?.find(({ webhook_id: id }) => id === loggedId)
  const webhook = open?.webhook ?? null
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Webhooks" actions={data === undefined || data.length === 0 ? null : create} />
      {data === undefined ? (
        <NotLoaded query={read} title="The webhooks" />
      ) : data.length === 0 ? (
        <EmptyState title="No webhooks yet" icon={<WebhookIcon aria-hidden />} action={create}>
          A webhook tells a server of yours at once when a status changes, a target is reached or a respondent becomes a
          complete. Each message is signed, and sent again until it was taken.
        </EmptyState>
      ) : (
        <>
          <p className={styles['note']}>
            Messages come at least once, and in order: one goes when the one before it was answered by 2xx. An endpoint
            that fails for 72 hours is switched off. Times in {zone.text}.
          </p>
          <WebhookList
            webhooks={data}
            zone={zone.name}
            onAct={(next, of) =>
              next === 'deliveries' ? changeSearch({ deliveries: of.webhook_id }) : setOpen({ act: next, webhook: of })
            }
          />
        </>
      )}
      {act === 'edit' ? (
        <WebhookDialog key={webhook?.webhook_id ?? 'new'} me={me} webhook={webhook} onSaved={shown} onClosed={close} />
      ) : null}
      {logged === undefined ? null : (
        <WebhookDeliveries
          key={logged.webhook_id}
          webhook={logged}
          onClosed={() => changeSearch({ deliveries: undefined, show: undefined })}
        />
      )}
      {webhook === null ? null : act === 'test' ? (
        <TestWebhook webhook={webhook} onClosed={close} />
      ) : act === 'secret' ? (
        <RotateSecret webhook={webhook} onClosed={close} onRotated={shown} />
      ) : act === 'history' ? (
        <WebhookHistory webhook={webhook} onClosed={close} />
      ) : act === 'delete' ? (
        <DeleteWebhook webhook={webhook} onClosed={close} onDeleted={changed} />
      ) : null}
      {made === null ? null : <ShownSecret made={made} onClosed={() => setMade(null)} />}
    </div>
  )
}

/** The webhooks of the account, for its admins (docs/decisions/0045). */
export function WebhooksScreen() {
  useAppTitle('Webhooks')
  const me = useUser()
  return me === null ? null : <Webhooks me={me} />
}
