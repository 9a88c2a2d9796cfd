import { createFileRoute, redirect } from '@tanstack/react-router'
import { indexPathOf } from '#app/account-pages.ts'
import { DefenderIndex } from '#features/defender/defender-index.tsx'

export const Route = createFileRoute('/_desk/')({
  beforeLoad: ({ context }) => {
    const to = indexPathOf(context.desk)
    if (to !== null) throw redirect({ href: to, replace: true })
  },
  component: DefenderIndex,
})
