import type { ApiKey, MadeApiKey } from '@desk/schema/api-keys/api-key'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { Desk } from '#runtime/desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Switch } from '#ui/switch.tsx'
import styles from './api-keys.module.css'
import { KeyList } from './key-list.tsx'
import { MakeKey } from './make-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { ShownOnce } from '#kit/secrets/shown-once.tsx'

/** A new key. */
function MadeKey({ made, onClosed }: { readonly made: MadeApiKey; readonly onClosed: () => void }) {
  return (
    <ShownOnce
      title={`The key “${made.name}”`}
      noun="key"
      secret={made.secret}
      note={
        <>
          The program sends it with every call: <code>Authorization: Bearer {made.starts_with}…</code>
        </>
      }
      onClosed={onClosed}
    >
      It is shown once. Copy it to the secret store of the program, and nowhere else.
    </ShownOnce>
  )
}

const KEYS = ['apiKeys.list'] as const
const keysQuery = ({ api }: Desk) => ({
  queryKey: KEYS,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readPages(page => api.call('apiKeys.list', { query: page, signal })),
})

const FIELDS: HistoryFields = { key_made: { label: 'Key made' }, key_revoked: { label: 'Key revoked' } }

/** Ended ones are shown on request: `?ended=1`. */
const hasEnded = ({ state }: ApiKey): boolean => state === 'revoked' || state === 'expired'

function Keys({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const [search, change] = useUrlSearch()
  const read = useQuery({ ...keysQuery(desk), staleTime: 0 })
  const { data } = read
  const [open, setOpen] = useState<'making' | MadeApiKey | { readonly revoked: ApiKey } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [changes, setChanges] = useState(0)
  // the button that opened the dialog may be gone: focus the list
  useEffect(() => {
    if (changes > 0) list.current?.focus()
  }, [changes])
  const changed = () => {
    setOpen(null)
    setChanges(count => count + 1)
    void queries.invalidateQueries({ queryKey: KEYS })
    void queries.invalidateQueries({ queryKey: [HISTORY] })
  }
  const isWithEnded = search['ended'] !== undefined
  const shown = data?.filter(key => isWithEnded || !hasEnded(key))
  const endedCount = data?.filter(hasEnded).length ?? 0
  const make = (
    <Button variant="primary" onPress={() => setOpen('making')}>
      Create key
    </Button>
  )
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="API keys" actions={data === undefined || data.length === 0 ? null : make} />
      {shown === undefined ? (
        <NotLoaded query={read} title="The API keys" />
      ) : data?.length === 0 ? (
        <EmptyState title="No API keys yet" icon={<KeyRound aria-hidden />} action={make}>
          With a key a program reads figures and studies of {me.dashboard_name}, or writes them, without anybody’s
          password.
        </EmptyState>
      ) : (
        <div className={styles['list']} ref={list} tabIndex={-1} role="group" aria-label="Keys" data-exported>
          <div className={styles['tools']}>
            <span className={styles['note']}>Times in {zone.text}</span>
            <span className={styles['choices']}>
              {endedCount === 0 ? null : (
                <Switch
                  isSelected={isWithEnded}
                  onChange={isOn => change({ ended: isOn ? 1 : undefined }, true)}
                >{`Show ended keys (${endedCount})`}</Switch>
              )}
              {shown.length === 0 ? null : <ExportButton label="API keys" />}
            </span>
          </div>
          {shown.length === 0 ? (
            <p className={styles['note']}>No key is live. The switch above shows the ended ones.</p>
          ) : (
            <KeyList keys={shown} zone={zone.name} onRevoke={revoked => setOpen({ revoked })} />
          )}
        </div>
      )}
      <div className={styles['history']}>
        <HistoryPanel scope="api_keys" id={me.pm_dsh_ud} fields={FIELDS} />
      </div>
      {open === null ? null : open === 'making' ? (
        <MakeKey onMade={setOpen} onClosed={() => setOpen(null)} />
      ) : 'secret' in open ? (
        <MadeKey made={open} onClosed={changed} />
      ) : (
        <RevokeKey apiKey={open.revoked} onClosed={() => setOpen(null)} onRevoked={changed} />
      )}
    </div>
  )
}

/** The API keys of the account, for its admins. */
export function ApiKeysScreen() {
  useAppTitle('API keys')
  const me = useUser()
  return me === null ? null : <Keys me={me} />
}
