import { createFileRoute } from '@tanstack/react-router'
import { SessionSpinner } from '#features/account/session-spinner.tsx'

/** The session machine signs out on this path and leads on to /login?action=logout (§2.7). */
export const Route = createFileRoute('/logout')({ component: SessionSpinner })
