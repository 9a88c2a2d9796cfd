import { createFileRoute, redirect } from '@tanstack/react-router'
import { indexPathOf } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/')({
  beforeLoad: ({ context }) => {
    throw redirect({ href: indexPathOf(context.desk), replace: true })
  },
})
