import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { RespondentSteps } from '#kit/respondents/respondent-steps.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export interface PersonPathProps {
  readonly rdud: string
  /** IANA name. */
  readonly zone: string
  readonly onClose: () => void
}

/** One respondent's path through the desk, step by step. */
export default function PersonPath({ rdud, zone, onClose }: PersonPathProps) {
  const desk = useDesk()
  const { data, error, isFetching, refetch } = useQuery({
    ...desk.query('defenderViews.path', { query: { rdud } }),
    staleTime: 0,
  })
  return (
    <Drawer isOpen title="Why this respondent?" onClose={onClose}>
      {data !== undefined ? (
        <RespondentSteps path={data} zone={zone} />
      ) : error === null ? (
        <Skeleton label="Loading the respondent" height="48px" lines={4} />
      ) : (
        <LoadFailure
          title="The respondent did not load"
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </Drawer>
  )
}
