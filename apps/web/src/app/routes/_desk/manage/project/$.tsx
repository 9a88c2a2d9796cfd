import { createFileRoute, redirect } from '@tanstack/react-router'
import { matchingManagePage } from '#app/paths.ts'

/** A path without a screen redirects to the matching project page, or the project list (§2.11). */
export const Route = createFileRoute('/_desk/manage/project/$')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: matchingManagePage(params._splat ?? ''), replace: true })
  },
})
