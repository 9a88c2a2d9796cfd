import { createFileRoute, redirect } from '@tanstack/react-router'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom, surveyListPath } from '#app/paths.ts'

/** A project's own path leads to its surveys. */
export const Route = createFileRoute('/_desk/projects/$projectUID/')({
  beforeLoad: ({ params }) => {
    if (idFrom(params.projectUID) !== null)
      throw redirect({ href: surveyListPath('/projects', params.projectUID), replace: true })
  },
  component: NotFound,
})
