import { createFileRoute } from '@tanstack/react-router'
import { SignInScreen } from '#features/account/sign-in.tsx'

interface LoginSearch {
  /** Why the user is here: after a sign-out (§2.7), or after setting a password by a mailed link. */
  readonly action?: 'logout' | 'password_set'
  readonly redirect?: string
}

export const Route = createFileRoute('/_account/login')({
  validateSearch: (search): LoginSearch => ({
    ...(search['action'] === 'logout' || search['action'] === 'password_set' ? { action: search['action'] } : {}),
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  }),
  component: LoginPage,
})

function LoginPage() {
  const { action } = Route.useSearch()
  return <SignInScreen notice={action ?? null} />
}
