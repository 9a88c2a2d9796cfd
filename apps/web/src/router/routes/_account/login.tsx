import { createFileRoute } from '@tanstack/react-router'
import { SignInScreen } from '../../../screens/account/sign-in.tsx'

interface LoginSearch {
  readonly action?: 'logout'
  readonly redirect?: string
}

export const Route = createFileRoute('/_account/login')({
  validateSearch: (search): LoginSearch => ({
    ...(search['action'] === 'logout' ? { action: 'logout' } : {}),
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  }),
  component: LoginPage,
})

function LoginPage() {
  const { action } = Route.useSearch()
  return <SignInScreen hasSignedOut={action === 'logout'} />
}
