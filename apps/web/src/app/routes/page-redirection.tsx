import { createFileRoute } from '@tanstack/react-router'
import { SessionSpinner } from '#features/account/session-spinner.tsx'

/**
 * Links from outside enter here; the session machine leads on to their target, by way of /login for a signed-out user
 * (§2.5, §2.31).
 */
export const Route = createFileRoute('/page-redirection')({ component: SessionSpinner })
