import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#kit/errors/not-found.tsx'

/** Any unknown path (§2.29). */
export const Route = createFileRoute('/_desk/$')({ component: NotFound })
