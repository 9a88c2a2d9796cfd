import { createFileRoute } from '@tanstack/react-router'
import { QualificationScreen } from '#features/qualifications/qualification-screen.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

/** A new qualification: the screen itself checks the permission, which needs more than the session's user. */
export const Route = createFileRoute('/_desk/qualifications/new')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return <QualificationScreen id={null} />
}
