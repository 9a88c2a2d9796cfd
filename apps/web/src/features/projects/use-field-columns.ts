import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { loadable } from '#ui/lazy/loadable.ts'

const load = loadable(() => import('#kit/tables/field-columns.tsx'))

/** The columns of field work and money, which load after the first screen; null until then, and where they cannot be had. */
export type FieldColumns = Awaited<ReturnType<typeof load>>

export function useFieldColumns(): FieldColumns | null {
  const desk = useDesk()
  const [loaded, setLoaded] = useState<FieldColumns | null>(null)
  useEffect(() => {
    let isGone = false
    desk
      .firstScreenShown()
      .then(load)
      .then(
        module => {
          if (!isGone) setLoaded(module)
        },
        () => undefined, // the list goes without them
      )
    return () => {
      isGone = true
    }
  }, [desk])
  return loaded
}
