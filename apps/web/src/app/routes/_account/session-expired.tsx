import { createFileRoute } from '@tanstack/react-router'
import { SessionExpiredScreen } from '#features/account/session-expired.tsx'

export const Route = createFileRoute('/_account/session-expired')({
  validateSearch: (search): { readonly redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  component: SessionExpiredPage,
})

function SessionExpiredPage() {
  const { redirect } = Route.useSearch()
  return <SessionExpiredScreen redirect={redirect ?? null} />
}
