import { REDIRECT_TYPES, type RedirectType } from '@desk/schema/respondents/state'
import { REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import { useQuery } from '@tanstack/react-query'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { FormSection } from '#kit/forms/form-page.tsx'
import { supplierTabHref } from './supplier-tabs.ts'
import styles from './suppliers.module.css'

/** The redirect that replaces a missing one (domain.md §3). */
const REPLACED_BY: Readonly<Partial<Record<RedirectType, RedirectType>>> = {
  quality: 'termination',
  security: 'termination',
}

/** The outcomes after which a respondent of the supplier has nowhere to go. */
export function withoutRedirect({ redirects }: Pick<Supplier, 'redirects'>): readonly RedirectType[] {
  const given = new Set(redirects.map(({ type }) => type))
  if (given.has('default')) return []
  return REDIRECT_TYPES.filter(type => {
    const other = REPLACED_BY[type]
    return type !== 'default' && !given.has(type) && !(other !== undefined && given.has(other))
  })
}

/** The open decisions about this supplier, each with the way to it. */
export function SupplierNeeds({ supplier }: { readonly supplier: Supplier }) {
  const desk = useDesk()
  const me = useUser()
  const mayDispute = me !== null && mayCall(me, 'disputes.list')
  const { data } = useQuery({
    ...desk.query('disputes.list', { query: { supplier: supplier.pm_sup_ud, state: 'disputed', limit: 1 } }),
    staleTime: 0,
    enabled: mayDispute,
  })
  const disputed = data?.total ?? 0
  const missing = withoutRedirect(supplier)
  const words = missing.map(type => REDIRECT_LABELS[type].toLowerCase()).join(', ')
  return (
    <FormSection title="Needs you">
      <ul role="list" aria-label="Needs you" className={styles['needs']}>
        {disputed === 0 ? null : (
          <li>
            {disputed === 1 ? 'A dispute waits' : `${disputed} disputes wait`} for a decision.{' '}
            <a href={`#/statements/disputes?supplier=${supplier.pm_sup_ud}&state=disputed`}>Decide</a>
          </li>
        )}
        {missing.length === 0 ? null : (
          <li>
            No redirect for {words}: these respondents see the desk’s own page.{' '}
            <a href={supplierTabHref(supplier.pm_sup_ud, 'settings')}>Add it</a>
          </li>
        )}
        {disputed === 0 && missing.length === 0 ? <li>Nothing waits for you.</li> : null}
      </ul>
    </FormSection>
  )
}
