import { createFileRoute } from '@tanstack/react-router'
import { Shell } from '#app/shell/shell.tsx'

/** Everything that asks for a session: it waits with a spinner until there is one (§4.6); the session machine leads elsewhere when there is none. */
export const Route = createFileRoute('/_desk')({
  beforeLoad: ({ context }) => context.desk.session.whenSignedIn(),
  component: Shell,
})
