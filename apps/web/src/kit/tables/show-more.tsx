import { Button } from '#ui/button.tsx'

interface ShowMoreProps {
  /** A list that is read by pages. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly label?: string
  readonly size?: 'small'
}

/** The button below a list that reads its next page; none after the last one. */
export function ShowMore({ list, label = 'Show more', size }: ShowMoreProps) {
  return list.hasNextPage ? (
    <div>
      <Button
        {...(size === undefined ? {} : { size })}
        onPress={() => void list.fetchNextPage()}
        isPending={list.isFetchingNextPage}
      >
        {label}
      </Button>
    </div>
  ) : null
}
