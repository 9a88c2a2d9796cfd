import { createFileRoute } from '@tanstack/react-router'
import { ProjectListScreen } from '../../../../screens/projects/project-list.tsx'
import { onlyForDesk } from '../../../account-pages.ts'

export const Route = createFileRoute('/_desk/projects/')({ beforeLoad: onlyForDesk, component: ProjectListScreen })
