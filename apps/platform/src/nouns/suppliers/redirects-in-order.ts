import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import type { SupplierRedirect } from '@desk/schema/suppliers/supplier'

/** Redirects in the order of their types, without the spaces around them; an empty one is none. */
export function inOrder(redirects: readonly SupplierRedirect[]): readonly SupplierRedirect[] {
  return REDIRECT_TYPES.flatMap(type => {
    const url = redirects.find(redirect => redirect.type === type)?.url.trim() ?? ''
    return url === '' ? [] : [{ type, url }]
  })
}
