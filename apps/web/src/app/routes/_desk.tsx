import { createFileRoute } from '@tanstack/react-router'
import { Shell } from '#app/shell/shell.tsx'

/** All pages that need a session: a spinner shows until there is one (§4.6); without one the session machine redirects. */
export const Route = createFileRoute('/_desk')({
  beforeLoad: ({ context }) => context.desk.session.whenSignedIn(),
  component: Shell,
})
