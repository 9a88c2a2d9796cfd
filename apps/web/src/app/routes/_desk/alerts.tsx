import { createFileRoute } from '@tanstack/react-router'
import { AlertsScreen } from '#features/alerts/alerts.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/alerts')({ beforeLoad: onlyForDesk, component: AlertsScreen })
