import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Loaded } from '#kit/errors/loaded.tsx'
import { RespondentSteps } from '#kit/respondents/respondent-steps.tsx'
import { Drawer } from '#ui/drawer.tsx'

export interface PersonPathProps {
  readonly rdud: string
  /** IANA name. */
  readonly zone: string
  readonly onClose: () => void
}

/** One respondent's path through the desk, step by step. */
export default function PersonPath({ rdud, zone, onClose }: PersonPathProps) {
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('defenderViews.path', { query: { rdud } }),
    staleTime: 0,
  })
  return (
    <Drawer isOpen title="Why this respondent?" onClose={onClose}>
      <Loaded query={read} title="The respondent" height="48px" lines={4}>
        {path => <RespondentSteps path={path} zone={zone} />}
      </Loaded>
    </Drawer>
  )
}
