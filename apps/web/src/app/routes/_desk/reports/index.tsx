import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '#features/reports/reports.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/reports/')({ beforeLoad: onlyForDesk, component: ReportsScreen })
