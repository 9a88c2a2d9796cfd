import { createFileRoute } from '@tanstack/react-router'
import { SupplierListScreen } from '../../../../screens/suppliers/supplier-list.tsx'
import { onlyForDesk } from '../../../account-pages.ts'

export const Route = createFileRoute('/_desk/suppliers/')({ beforeLoad: onlyForDesk, component: SupplierListScreen })
