import { createFileRoute, redirect } from '@tanstack/react-router'
import { NotFound } from '#kit/errors/not-found.tsx'
import { pageAbove } from '#app/paths.ts'

/** The beginning of a screen's path redirects to the page above, as under /manage (§2.11, §2.17); anything else is not found (§2.29). */
export const Route = createFileRoute('/_desk/projects/$projectUID/$')({
  beforeLoad: ({ params }) => {
    const page = pageAbove(params.projectUID, params._splat ?? '')
    if (page !== null) throw redirect({ href: page, replace: true })
  },
  component: NotFound,
})
