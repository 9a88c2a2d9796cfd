import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysScreen } from '#features/api-keys/api-keys.tsx'

export const Route = createFileRoute('/_desk/admin/api-keys')({ component: ApiKeysScreen })
