import { createFileRoute } from '@tanstack/react-router'
import { WebhooksScreen } from '#features/webhooks/webhooks.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

/** Webhooks: only DESK accounts have what they tell of. */
export const Route = createFileRoute('/_desk/admin/webhooks')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage webhooks">
      <WebhooksScreen />
    </OnlyFor>
  )
}
