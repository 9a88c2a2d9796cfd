import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/account/reset-password.tsx'

/** Where the link of a mail leads (§2.3, §7.6). */
export const Route = createFileRoute('/_account/reset-password/$resetToken')({ component: ResetPasswordPage })

function ResetPasswordPage() {
  const { resetToken } = Route.useParams()
  return <ResetPasswordScreen key={resetToken} resetToken={resetToken} />
}
