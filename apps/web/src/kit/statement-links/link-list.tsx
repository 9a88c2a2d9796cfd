import type { StatementLink } from '@desk/schema/statements/statement-link'
import { ShortList } from '#kit/tables/short-list.tsx'
import { Button } from '#ui/button.tsx'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import styles from './statement-links.module.css'

const STATES = { live: 'Live', expired: 'Expired', revoked: 'Revoked' } as const

export interface LinkListProps {
  readonly links: readonly StatementLink[]
  /** IANA name. */
  readonly zone: string
  /** They are of several suppliers. */
  readonly hasSupplier: boolean
  readonly onRevoke: (link: StatementLink) => void
}

/** Links, newest first. */
export function LinkList({ links, zone, hasSupplier, onRevoke }: LinkListProps) {
  const moment = (at: string): string => dateTimeText(Date.parse(at), zone)
  return (
    <ShortList
      label="Supplier links"
      heads={['For', ...(hasSupplier ? ['Supplier'] : []), 'Months', 'Made', 'Ends', 'Last used', 'State']}
      actsHead="Revoke"
    >
      {links.map(link => (
        <tr key={link.statement_link_ud}>
          <th scope="row" className={styles['name']}>
            {link.note}
          </th>
          {hasSupplier ? <td className={styles['name']}>{link.supplier_name}</td> : null}
          <td>{link.month === null ? 'All months' : monthText(link.month)}</td>
          <td>
            {moment(link.made_at)}
            {link.made_by === null ? null : <span className={styles['under']}>by {link.made_by}</span>}
          </td>
          <td>{moment(link.expires_at)}</td>
          <td>
            {link.last_used_at === null ? 'Never' : moment(link.last_used_at)}
            {link.last_used_address === null ? null : (
              <span className={styles['under']}>from {link.last_used_address}</span>
            )}
          </td>
          <td>
            {STATES[link.state]}
            {link.revoked_at === null ? null : (
              <span className={styles['under']}>
                {moment(link.revoked_at)}
                {link.revoked_by === null ? '' : ` by ${link.revoked_by}`}
              </span>
            )}
          </td>
          <td data-unexported>
            {link.state === 'live' ? (
              <Button
                size="small"
                onPress={() => onRevoke(link)}
                aria-label={`Revoke the link for ${link.note}, ${link.supplier_name}`}
              >
                Revoke
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </ShortList>
  )
}
