import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Loaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { HashKeys } from './hash-keys.tsx'
import { HowToHash } from './how-to-hash.tsx'
import { RequiredHash } from './required-hash.tsx'
import { ReturnCheckPart } from './return-check-part.tsx'
import styles from './return-hashing.module.css'
import { UnsignedOverrule } from './unsigned-overrule.tsx'

const FIELDS: HistoryFields = {
  hash_required: { label: 'Returns must be hashed' },
  unsigned_overrule: { label: 'Unsigned server-to-server returns overrule browsers' },
  hash_keys: { label: 'Valid keys' },
}

function Hashing({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const read = useQuery({ ...desk.query('returnHashing.read', {}), staleTime: 0 })
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Return hashing" />
      <Loaded query={read} title="The hashing of returns">
        {data => (
          <>
            <RequiredHash hashing={data} />
            <UnsignedOverrule hashing={data} />
            <HashKeys keys={data.keys} />
            <HowToHash />
            <ReturnCheckPart />
            <div className={styles['history']}>
              <HistoryPanel scope="return_hashing" id={me.pm_dsh_ud} fields={FIELDS} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Return hashing, so that no one can forge a complete (domain.md §3). */
export function ReturnHashingScreen() {
  useAppTitle('Return hashing')
  const me = useUser()
  return me === null ? null : <Hashing me={me} />
}
