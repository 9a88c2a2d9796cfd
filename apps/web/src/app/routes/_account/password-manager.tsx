import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#features/account/forgot-password.tsx'

/** The same page under its other path (§2.3). */
export const Route = createFileRoute('/_account/password-manager')({ component: ForgotPasswordScreen })
