import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#features/account/forgot-password.tsx'

/** Where 'Forgot password?' leads (§2.3). */
export const Route = createFileRoute('/_account/forgot-password')({ component: ForgotPasswordScreen })
