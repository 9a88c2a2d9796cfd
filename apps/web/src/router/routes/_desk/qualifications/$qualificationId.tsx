import { createFileRoute } from '@tanstack/react-router'
import { QualificationScreen } from '../../../../screens/qualifications/qualification-screen.tsx'
import { NotFound } from '../../../../widgets/errors/not-found.tsx'
import { onlyForDesk } from '../../../account-pages.ts'
import { idFrom } from '../../../paths.ts'

export const Route = createFileRoute('/_desk/qualifications/$qualificationId')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  const { qualificationId } = Route.useParams()
  const id = idFrom(qualificationId)
  return id === null ? <NotFound /> : <QualificationScreen key={id} id={id} />
}
