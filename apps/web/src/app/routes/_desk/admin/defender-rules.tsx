import { createFileRoute } from '@tanstack/react-router'
import { DefenderRulesScreen } from '#features/defender/account-rules.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

/** Defender's rules: only DESK accounts have respondents. */
export const Route = createFileRoute('/_desk/admin/defender-rules')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage Defender rules">
      <DefenderRulesScreen />
    </OnlyFor>
  )
}
