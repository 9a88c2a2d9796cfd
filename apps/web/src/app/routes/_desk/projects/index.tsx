import { createFileRoute } from '@tanstack/react-router'
import { ProjectListScreen } from '#features/projects/project-list.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/projects/')({ beforeLoad: onlyForDesk, component: ProjectListScreen })
