import type { MadeStatementLink, StatementLink } from '@desk/schema/statements/statement-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ShownOnce } from '#kit/secrets/shown-once.tsx'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { LinkList } from './link-list.tsx'
import { MakeLink, type LinkedSupplier } from './make-link.tsx'
import { RevokeLink } from './revoke-link.tsx'
import styles from './statement-links.module.css'

const LINKS = 'statementLinks.list'

export interface StatementLinksProps {
  /** Whose links; null: those of every supplier of the account. */
  readonly supplier: LinkedSupplier | null
  /** The month of the statement beside them: a new link may be for it alone. */
  readonly month: string | null
}

/** Links by which suppliers see their statements without a session: who made them, when they were last used, and revoking (S11). Nothing to users who may not. */
export function StatementLinks(props: StatementLinksProps) {
  const user = useUser()
  return user !== null && mayCall(user, 'statementLinks.list') ? <Links {...props} /> : null
}

type Open = { readonly act: 'making' } | { readonly made: MadeStatementLink } | { readonly revoked: StatementLink }

function Links({ supplier, month }: StatementLinksProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const heading = useId()
  const [isWithEnded, setWithEnded] = useState(false)
  const [open, setOpen] = useState<Open | null>(null)
  const id = supplier?.id ?? null
  const read = useQuery({
    queryKey: [LINKS, id],
    queryFn: ({ signal }) =>
      readPages(page =>
        desk.api.call('statementLinks.list', { query: id === null ? page : { ...page, supplier: id }, signal }),
      ),
    staleTime: 0,
  })
  const { data } = read
  const changed = () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: [LINKS] })
  }
  const ended = data?.filter(({ state }) => state !== 'live').length ?? 0
  const shown = data?.filter(({ state }) => isWithEnded || state === 'live')
  return (
    <section className={styles['links']} aria-labelledby={heading} data-exported>
      <div className={styles['tools']}>
        <h2 id={heading}>Supplier links</h2>
        <span className={styles['note']}>
          Anyone with a link sees that supplier’s statements without signing in. Times in {zone.text}
        </span>
        <span className={styles['acts']}>
          {ended === 0 ? null : (
            <Switch isSelected={isWithEnded} onChange={setWithEnded}>{`Show ended links (${ended})`}</Switch>
          )}
          {shown === undefined || shown.length === 0 ? null : <ExportButton label="Supplier links" />}
          <Button icon={<Plus aria-hidden />} onPress={() => setOpen({ act: 'making' })}>
            Make a link
          </Button>
        </span>
      </div>
      {shown === undefined ? (
        <NotLoaded query={read} title="The links" lines={2} />
      ) : shown.length === 0 ? (
        <p className={styles['note']}>{ended === 0 ? 'There is no link yet.' : 'No link is live.'}</p>
      ) : (
        <LinkList
          links={shown}
          zone={zone.name}
          hasSupplier={supplier === null}
          onRevoke={revoked => setOpen({ revoked })}
        />
      )}
      {open === null ? null : 'act' in open ? (
        <MakeLink supplier={supplier} month={month} onMade={made => setOpen({ made })} onClosed={() => setOpen(null)} />
      ) : 'made' in open ? (
        <ShownOnce
          title={`A link for ${open.made.supplier_name}`}
          noun="link"
          secret={open.made.secret}
          note="It works for anyone who has it, until it ends or is revoked. Send it only to this supplier."
          onClosed={changed}
        >
          It is shown once.
        </ShownOnce>
      ) : (
        <RevokeLink link={open.revoked} onClosed={() => setOpen(null)} onRevoked={changed} />
      )}
    </section>
  )
}
