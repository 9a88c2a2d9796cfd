import { createFileRoute } from '@tanstack/react-router'
import { QualificationScreen } from '#features/qualifications/qualification-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { idFrom } from '#app/paths.ts'

export const Route = createFileRoute('/_desk/qualifications/$qualificationId')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  const { qualificationId } = Route.useParams()
  const id = idFrom(qualificationId)
  return id === null ? <NotFound /> : <QualificationScreen key={id} id={id} />
}
