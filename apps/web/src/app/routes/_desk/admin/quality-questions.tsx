import { createFileRoute } from '@tanstack/react-router'
import { QualityQuestionsScreen } from '#features/quality-questions/quality-questions.tsx'

export const Route = createFileRoute('/_desk/admin/quality-questions')({ component: QualityQuestionsScreen })
