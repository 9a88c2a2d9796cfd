import { createFileRoute } from '@tanstack/react-router'
import { SessionSpinner } from '#features/account/session-spinner.tsx'

/** Links from outside come in here; the session machine leads on to what they name, by way of /login where nobody is signed in (§2.5, §2.31). */
export const Route = createFileRoute('/page-redirection')({ component: SessionSpinner })
