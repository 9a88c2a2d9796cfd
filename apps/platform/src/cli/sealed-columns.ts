import { factorKey, factorOwner } from '#identity/one-time-codes/sealed-secret'
import { signOnKey, signOnOwner } from '#identity/sessions/sign-on-secret'
import type { SecretKey } from '#kernel/config/secret-file'
import type { SealingKey } from '#kernel/secrets/seal'
import { channelKey, channelOwner } from '#nouns/alerts/channels/channel-address'
import { statementKey, statementOwner } from '#nouns/statements/statement-keys'
import { webhookKey, webhookOwner } from '#nouns/webhooks/webhook-secret'

/** A column whose values are sealed with a key that comes from the desk's secret key. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The table's key. */
  readonly id: string
  /** The column that names whose secret it is. */
  readonly owner: string
  readonly keyOf: (secretKey: SecretKey) => SealingKey
  readonly ownerOf: (id: number) => string
}

const signOn = { keyOf: signOnKey, ownerOf: signOnOwner }
const webhook = { table: 'webhook', id: 'webhook_id', owner: 'account_id', keyOf: webhookKey, ownerOf: webhookOwner }

/** Every sealed column of the schema; a test fails where one is missing. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'second_factor',
    column: 'secret',
    id: 'user_id',
    owner: 'user_id',
    keyOf: factorKey,
    ownerOf: factorOwner,
  },
  { table: 'sso_config', column: 'client_secret', id: 'account_id', owner: 'account_id', ...signOn },
  { table: 'sso_session', column: 'sign_out_url', id: 'session_id', owner: 'account_id', ...signOn },
  {
    table: 'sign_in_challenge',
    column: 'sso_sign_out_url',
    id: 'challenge_hash',
    owner: 'sso_account_id',
    ...signOn,
  },
  { ...webhook, column: 'secret' },
  { ...webhook, column: 'old_secret' },
  {
    table: 'alert_channel',
    column: 'url',
    id: 'alert_channel_id',
    owner: 'account_id',
    keyOf: channelKey,
    ownerOf: channelOwner,
  },
  {
    table: 'statement_key',
    column: 'sealed',
    id: 'key_no',
    owner: 'account_id',
    keyOf: statementKey,
    ownerOf: statementOwner,
  },
]
