import { createFileRoute } from '@tanstack/react-router'
import { AccountFrame } from '#app/shell/account-frame.tsx'

/** The pages outside a session. */
export const Route = createFileRoute('/_account')({ component: AccountFrame })
