import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { SupplierPage } from '#features/statements/supplier-page.tsx'
import { monthAddress, monthOf, tokenOf } from '#runtime/supplier-link/link-address.ts'
import { supplierApi } from '#runtime/supplier-link/supplier-api.ts'

/**
 * The present content of the address: it changes with the browser's buttons, and when another link is pasted into it.
 */
function useLinkAddress() {
  const read = () => ({ token: tokenOf(window.location), month: monthOf(window.location) })
  const [address, setAddress] = useState(read)
  useEffect(() => {
    const follow = () => setAddress(read())
    window.addEventListener('popstate', follow)
    window.addEventListener('hashchange', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      window.removeEventListener('hashchange', follow)
    }
  }, [])
  const go = (month: string) => {
    window.history.pushState(null, '', monthAddress(window.location, month))
    setAddress(read())
  }
  return { ...address, go }
}

/** The page of a supplier's link, by the address of this window. */
export function LinkedSupplierPage() {
  const { token, month, go } = useLinkAddress()
  // what one link has shown is not shown to another
  const [api, queries] = useMemo(
    () => [token === null ? null : supplierApi(token), new QueryClient()] as const,
    [token],
  )
  return (
    <QueryClientProvider client={queries}>
      <main>
        <SupplierPage
          key={token}
          api={api}
          month={month}
          onMonth={go}
          addressOf={named => monthAddress(window.location, named)}
        />
      </main>
    </QueryClientProvider>
  )
}
