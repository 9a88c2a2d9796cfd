import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SignInScreen } from '#features/account/sign-in.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'

interface LoginSearch {
  /** Why the user is here: after a sign-out (§2.7), or after setting a password by a mailed link. */
  readonly action?: 'logout' | 'password_set'
  readonly redirect?: string
  /** Signing on by the provider of one's account; `finish`: the browser comes back from it. */
  readonly sso?: 'start' | 'finish'
}

export const Route = createFileRoute('/_account/login')({
  validateSearch: (search): LoginSearch => ({
    ...(search['action'] === 'logout' || search['action'] === 'password_set' ? { action: search['action'] } : {}),
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(search['sso'] === 'start' || search['sso'] === 'finish' ? { sso: search['sso'] } : {}),
  }),
  component: LoginPage,
})

/** Few users sign on so, so its page is no part of the first load. */
const SignOnScreen = lazyPart(
  async () => ({ default: (await import('#features/account/sign-on.tsx')).SignOnScreen }),
  'Single sign-on',
)

function LoginPage() {
  const { action, redirect = null, sso } = Route.useSearch()
  if (sso === undefined) return <SignInScreen notice={action ?? null} redirect={redirect} />
  return (
    <Suspense fallback={null}>
      <SignOnScreen isBack={sso === 'finish'} redirect={redirect} />
    </Suspense>
  )
}
