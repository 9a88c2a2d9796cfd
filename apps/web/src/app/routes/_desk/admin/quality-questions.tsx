import { createFileRoute } from '@tanstack/react-router'
import { QualityQuestionsScreen } from '#features/quality-questions/quality-questions.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/quality-questions')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage quality questions">
      <QualityQuestionsScreen />
    </OnlyFor>
  )
}
