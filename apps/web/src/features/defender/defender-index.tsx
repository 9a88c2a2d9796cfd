import { ShieldCheck } from 'lucide-react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'

/** The index of a DEFENDER account while none of its pages exists (§2.9). */
export function DefenderIndex() {
  useAppTitle('Defender')
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Defender" />
      <EmptyState title="Defender is not here yet" icon={<ShieldCheck aria-hidden />}>
        This account belongs to Defender, whose pages are not part of this version. Accounts of Desk work as usual.
      </EmptyState>
    </div>
  )
}
