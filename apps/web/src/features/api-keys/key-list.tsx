import type { ApiKey, ApiKeyState } from '@desk/schema/api-keys/api-key'
import { KEY_SCOPES } from '@desk/schema/api-keys/key-scopes'
import { Button } from '#ui/button.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { ShortList } from '#kit/tables/short-list.tsx'
import styles from './api-keys.module.css'

const STATES: Readonly<Record<ApiKeyState, { readonly label: string; readonly meaning: string }>> = {
  live: { label: 'Live', meaning: 'It opens what its scopes name' },
  reduced: { label: 'Reduced', meaning: 'Its maker is no administrator any more: it opens what a user may' },
  maker_gone: { label: 'Maker gone', meaning: 'Its maker was deleted or left the account: it opens nothing' },
  expired: { label: 'Expired', meaning: 'It opens nothing any more' },
  revoked: { label: 'Revoked', meaning: 'It opens nothing any more' },
}

/** Whether there is still something to revoke. */
const isRevocable = ({ state }: ApiKey): boolean => state !== 'revoked' && state !== 'expired'

function State({ apiKey, zone }: { readonly apiKey: ApiKey; readonly zone: string }) {
  const { label, meaning } = STATES[apiKey.state]
  const { revoked_at: revokedAt, revoked_by: revokedBy } = apiKey
  return (
    <>
      <span className={styles['state']} data-state={apiKey.state} title={meaning}>
        {label}
      </span>
      {revokedAt === null ? null : (
        <span className={styles['under']}>
          {dateTimeText(Date.parse(revokedAt), zone)}
          {revokedBy === null ? '' : ` by ${revokedBy}`}
        </span>
      )}
    </>
  )
}

/** The keys of an account, newest first. */
export function KeyList({
  keys,
  zone,
  onRevoke,
}: {
  readonly keys: readonly ApiKey[]
  /** IANA name. */
  readonly zone: string
  readonly onRevoke: (key: ApiKey) => void
}) {
  const moment = (at: string | null): string => (at === null ? NO_FIGURE : dateTimeText(Date.parse(at), zone))
  return (
    <ShortList label="API keys" heads={['Name', 'Scopes', 'Made', 'Expires', 'Last used', 'State']} actsHead="Revoke">
      {keys.map(key => (
        <tr key={key.api_key_id}>
          <th scope="row" className={styles['name']}>
            {key.name}
            <span className={styles['start']}>{key.starts_with}…</span>
          </th>
          <td>{key.scopes.map(scope => KEY_SCOPES[scope].label).join(', ')}</td>
          <td>
            {moment(key.made_at)}
            {key.made_by === null ? null : <span className={styles['under']}>by {key.made_by}</span>}
          </td>
          <td>{moment(key.expires_at)}</td>
          <td>
            {key.last_used_at === null ? 'Never' : moment(key.last_used_at)}
            {key.last_used_address === null ? null : (
              <span className={styles['under']}>from {key.last_used_address}</span>
            )}
          </td>
          <td>
            <State apiKey={key} zone={zone} />
          </td>
          <td data-unexported>
            {isRevocable(key) ? (
              <Button size="small" onPress={() => onRevoke(key)} aria-label={`Revoke the key ${key.name}`}>
                Revoke
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </ShortList>
  )
}
