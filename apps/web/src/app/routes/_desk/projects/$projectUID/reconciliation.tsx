import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ReconciliationPage } from '#app/pages/reconciliation-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/reconciliation')({
  beforeLoad: onlyForDesk,
  component: ReconciliationPage,
})
