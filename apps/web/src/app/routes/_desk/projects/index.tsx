import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ProjectsPage } from '#app/pages/projects-page.tsx'

export const Route = createFileRoute('/_desk/projects/')({ beforeLoad: onlyForDesk, component: ProjectsPage })
