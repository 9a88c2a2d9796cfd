import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewProjectPage } from '#app/pages/project-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/new')({ beforeLoad: onlyForDesk, component: NewProjectPage })
