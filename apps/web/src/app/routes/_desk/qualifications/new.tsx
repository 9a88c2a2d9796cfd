import { createFileRoute } from '@tanstack/react-router'
import { QualificationScreen } from '#features/qualifications/qualification-screen.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

/** A new qualification: not there for whoever may not write one, which the session's user does not tell. */
export const Route = createFileRoute('/_desk/qualifications/new')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return <QualificationScreen id={null} />
}
