import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from '#features/account/change-password.tsx'

/** The page for a user whose password is not updated (§2.8). */
export const Route = createFileRoute('/_account/change-password')({
  validateSearch: (search): { readonly action?: 'change_password' } =>
    search['action'] === 'change_password' ? { action: 'change_password' } : {},
  component: ChangePasswordScreen,
})
