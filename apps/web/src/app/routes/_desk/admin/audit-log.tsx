import { createFileRoute } from '@tanstack/react-router'
import { AuditLogScreen } from '#features/audit-log/audit-log.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/audit-log')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="read the audit log">
      <AuditLogScreen />
    </OnlyFor>
  )
}
