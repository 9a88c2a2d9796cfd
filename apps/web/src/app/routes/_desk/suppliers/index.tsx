import { createFileRoute } from '@tanstack/react-router'
import { SupplierListScreen } from '#features/suppliers/supplier-list.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/suppliers/')({ beforeLoad: onlyForDesk, component: SupplierListScreen })
