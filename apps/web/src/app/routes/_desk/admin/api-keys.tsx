import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysScreen } from '#features/api-keys/api-keys.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/api-keys')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage API keys">
      <ApiKeysScreen />
    </OnlyFor>
  )
}
